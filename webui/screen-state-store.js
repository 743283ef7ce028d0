import { createStore } from "/js/AlpineStore.js";
import { callJsonApi } from "/js/api.js";
import { store as settingsStore } from "/components/plugins/plugin-settings-store.js";
import { store as screenStore } from "/plugins/graphrag/webui/screen-store.js";
import { complain, tell } from "/plugins/graphrag/webui/toasts.js";

const ICONS = { ok: "check_circle", warning: "warning", failed: "error" };
const BUTTONS = {
  running: [{ action: "stop", words: "Stop" }],
  stopped: [{ action: "start", words: "Start" }],
  not_set_up: [{ action: "set_up", words: "Set up Neo4j" }],
  failed: [{ action: "set_up", words: "Set up again" }],
};
const DONE = { stop: "Neo4j is stopping.", start: "Neo4j is starting.", sync: "The sync looks again." };

// The tab "State": read every second while it is open; the checks take seconds, and run on demand.
export const store = createStore("graphragState", {
  state: null,
  problem: "",
  findings: [],
  isChecking: false,
  acting: "",
  _asking: false,
  _hasFailed: false,

  async open() {
    await this.refresh();
    await this.check();
  },

  async refresh() {
    if (this._asking) return;
    this._asking = true;
    try {
      const found = await callJsonApi("plugins/graphrag/screen_state", { folder: screenStore.folder });
      this.problem = found.error || "";
      this.state = found.error ? null : found;
      this._hasFailed = false;
    } catch (error) {
      if (!this._hasFailed) complain(error);
      this._hasFailed = true;
    } finally {
      this._asking = false;
    }
  },

  async check() {
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      const folder = screenStore.folder;
      const found = await callJsonApi("plugins/graphrag/screen_state", { folder, check: true });
      this.findings = found.findings || []; // without settings there is nothing to check
    } catch (error) {
      complain(error);
    } finally {
      this.isChecking = false;
    }
  },

  async act(action) {
    this.acting = action;
    try {
      const folder = screenStore.folder;
      const found = await callJsonApi("plugins/graphrag/local_neo4j", { folder, action });
      if (found.error) throw new Error(found.error);
      tell(DONE[action] || "It is being set up.");
      await this.refresh();
    } catch (error) {
      complain(error);
    } finally {
      this.acting = "";
    }
  },

  openSettings() {
    const project = screenStore.folder.startsWith("projects/") ? screenStore.folder.slice("projects/".length) : "";
    settingsStore.openConfig("graphrag", project);
  },

  iconOf(finding) {
    return ICONS[finding.state] || "info";
  },

  get icon() {
    return this.problem ? "error" : this.state?.icon || "hourglass_empty";
  },

  get words() {
    return this.problem || this.state?.words || "Loading...";
  },

  get waitsForSync() {
    return Boolean(this.state?.follows_memory) && !this.state.sync.length;
  },

  get localButtons() {
    return BUTTONS[this.state?.local?.state] || [];
  },

  get percent() {
    return this.state?.local?.percent ?? null;
  },
});
