import { createStore } from "/js/AlpineStore.js";
import { callJsonApi } from "/js/api.js";
import { store as screenStore } from "/plugins/graphrag/webui/screen-store.js";

const LOADING = "Reading the graph...";

// The tab "Graph". The picture is a page of its own in a frame without any rights. It is sent pictures, and
// says what the user wants to see next.
export const store = createStore("graphragGraph", {
  html: "",
  kind: "name",
  words: "",
  note: "",
  isBusy: false,
  _panel: null,
  _first: {},
  _hear: null,
  _themes: null,
  _asked: 0,

  async open(panel) {
    this._panel = panel;
    this.note = LOADING;
    this._first = screenStore.focus || {};
    this.kind = this._first.query ? "query" : "name";
    this.words = this._first.query || "";
    this._hear = (event) => event.source === this._frame() && this._answer(event.data || {});
    addEventListener("message", this._hear);
    this._themes = new MutationObserver(() => this._send({ graphrag: "theme" }));
    this._themes.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    try {
      this.html = this.html || (await this._call({ frame: true })).html;
    } catch (error) {
      this.note = error.message;
    }
  },

  close() {
    this._asked++;
    this.isBusy = false;
    removeEventListener("message", this._hear);
    this._themes?.disconnect();
    this._panel = null;
  },

  ask() {
    return this._draw(this.words.trim() ? { [this.kind]: this.words.trim() } : {}, "show");
  },

  _answer(message) {
    if (message.graphrag === "ready") this._draw(this._first, "show");
    if (message.graphrag === "expand") this._draw({ [message.kind]: message.id }, "add", message.id);
    if (message.graphrag === "only") this._draw({ [message.kind]: message.id }, "show");
  },

  async _draw(wanted, action, near) {
    const asked = ++this._asked;
    this.isBusy = true;
    this.note = LOADING;
    try {
      const { picture } = await this._call(wanted);
      if (asked !== this._asked) return; // another picture was asked for in the meantime
      this.note = "";
      this._send({ graphrag: action, picture, near });
    } catch (error) {
      if (asked === this._asked) this.note = error.message;
    } finally {
      if (asked === this._asked) this.isBusy = false;
    }
  },

  _send(message) {
    const theme = document.body.classList.contains("light-mode") ? "light" : "dark";
    this._frame()?.postMessage(JSON.parse(JSON.stringify({ ...message, theme })), "*");
  },

  _frame() {
    return this._panel?.querySelector("iframe")?.contentWindow;
  },

  async _call(asked) {
    const found = await callJsonApi("plugins/graphrag/picture", { folder: screenStore.folder, ...asked });
    if (found.error) throw new Error(found.error);
    return found;
  },
});
