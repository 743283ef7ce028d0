import { createStore } from "/js/AlpineStore.js";
import { callJsonApi } from "/js/api.js";
import { store as settingsStore } from "/components/plugins/plugin-settings-store.js";
import { store as screenStore } from "/plugins/graphrag/webui/screen-store.js";
import { pluginState } from "/plugins/graphrag/webui/plugin-state.js";
import { complain, tell } from "/plugins/graphrag/webui/toasts.js";

const ICONS = { ok: "check_circle", warning: "warning", failed: "error" };
const BUTTONS = {
  running: [{ action: "stop", words: "Stop" }],
  stopped: [{ action: "start", words: "Start" }],
  not_set_up: [{ action: "set_up", words: "Set up Neo4j" }],
  failed: [{ action: "set_up", words: "Set up again" }],
};
const DONE = { stop: "Neo4j is stopping.", start: "Neo4j is starting.", sync: "The sync looks again." };
const COMPARING = "Your memory is being compared with the graph. With thousands of memories, the first time takes minutes.";
const NOT_COMPARED =
  "Your memory has not been compared with the graph since Agent Zero started. That happens when a chat begins.";

// The tab "State": read every second while it is open; the checks take seconds, and run on demand.
export const store = createStore("graphragState", {
  ...pluginState,
  findings: [],
  isChecking: false,

  async open() {
    await this.refresh();
    await this.check();
  },

  async refresh() {
    const before = this.state?.local.state;
    await this.look(screenStore.folder);
    const now = this.state?.local.state;
    if (before && now !== before && now in BUTTONS) await this.check(); // it has started or stopped
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

  async press(action) {
    if (await this.act(action)) tell(DONE[action] || "It is being set up.");
  },

  openSettings() {
    const project = screenStore.folder.startsWith("projects/") ? screenStore.folder.slice("projects/".length) : "";
    settingsStore.openConfig("graphrag", project);
  },

  iconOf(finding) {
    return ICONS[finding.state] || "info";
  },

  // What is to be said of the sync before its first look at a memory has ended.
  get syncWords() {
    if (!this.state?.follows_memory) return "Switched off in the settings.";
    if (this.state.sync.length) return "";
    return this.state.is_comparing ? COMPARING : NOT_COMPARED;
  },

  get localButtons() {
    return BUTTONS[this.state?.local?.state] || [];
  },
});
