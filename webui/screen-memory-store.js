import { createStore } from "/js/AlpineStore.js";
import { callJsonApi } from "/js/api.js";
import { store as screenStore } from "/plugins/graphrag/webui/screen-store.js";
import { complain, tell } from "/plugins/graphrag/webui/toasts.js";

const FOLLOWS_MS = [3000, 8000, 20000]; // the graph follows when the sync looks again

const counted = (number, one, many) => `${number.toLocaleString()} ${number === 1 ? one : many}`;

// The tab "Memory": what the graph holds, and the user's own list of names.
export const store = createStore("graphragMemory", {
  size: null,
  entities: [],
  hasMore: false,
  outdated: [],
  listed: null,
  text: "",
  page: 0,
  joining: "",
  note: "",
  isBusy: false,
  _asked: 0,
  _looks: [],

  async open() {
    Object.assign(this, { size: null, entities: [], outdated: [], listed: null, joining: "", text: "", _looks: [] });
    this.note = "Reading the graph...";
    await this.load();
  },

  async load(page = 0) {
    const asked = ++this._asked;
    this.page = page;
    try {
      const found = await this._call({ text: this.text, page });
      if (asked !== this._asked) return; // a newer question was asked in the meantime
      this.note = found.error || "";
      if (found.error) return;
      this.size = found.size;
      this.entities = found.entities;
      this.hasMore = found.has_more;
      this.outdated = found.outdated;
      this.listed = found.listed;
    } catch (error) {
      this.note = "";
      complain(error);
    }
  },

  // Every second while the tab is open: whether the graph has followed a change by now.
  async follow() {
    if (!(this._looks[0] <= Date.now())) return;
    this._looks.shift();
    await this.refresh();
  },

  refresh() {
    return this.load(this.page);
  },

  turn(pages) {
    return this.load(this.page + pages);
  },

  async change(action, name, other = "") {
    this.isBusy = true;
    try {
      const found = await this._call({ action, name, other });
      if (found.error) throw new Error(found.error);
      this.listed = found.listed;
      if (action === "join") Object.assign(this, { joining: "", text: "", page: 0 });
      this._looks = FOLLOWS_MS.map((wait) => Date.now() + wait);
      tell("Kept. The graph follows within seconds.");
    } catch (error) {
      complain(error);
    } finally {
      this.isBusy = false;
    }
    await this.refresh(); // also if it failed: another window may have changed the list
  },

  // The other name is another search.
  join(name) {
    this.joining = name;
    this.text = "";
    return this.load();
  },

  about(entity) {
    const also = entity.aliases.length ? `, also ${entity.aliases.join(", ")}` : "";
    return `${entity.type}, in ${counted(entity.df, "memory", "memories")}${also}`;
  },

  replaced(pair) {
    const day = pair.old_day ? ` of ${pair.old_day}` : "";
    const what = pair.old_text ? `an older memory${day}: ${pair.old_text}` : "an older memory, which is gone";
    return `${pair.relation === "AMENDS" ? "Corrects" : "Replaces"} ${what}`;
  },

  get counts() {
    const { documents, entities, mentions } = this.size || { documents: 0, entities: 0, mentions: 0 };
    return [
      counted(documents, "memory", "memories"),
      counted(entities, "name", "names"),
      counted(mentions, "mention", "mentions"),
    ].join(", ");
  },

  // Until the sync has followed, the graph still has what the list takes away.
  get shown() {
    const gone = new Set(this.listed?.ruled_out || []);
    for (const [, other] of this.listed?.joined || []) gone.add(other);
    return this.entities.filter((entity) => !gone.has(entity.name));
  },

  get isEmpty() {
    return !this.listed?.ruled_out.length && !this.listed?.joined.length;
  },

  _call(asked) {
    const folder = screenStore.folder;
    return callJsonApi("plugins/graphrag/memory_tab", { folder, ...asked });
  },
});
