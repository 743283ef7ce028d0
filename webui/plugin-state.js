import { callJsonApi } from "/js/api.js";
import { complain } from "/plugins/graphrag/webui/toasts.js";

const isTree = (value) => value !== null && typeof value === "object";

// The newer of two values, in which what has not changed stays the same object. Only the rest is drawn
// again, so a selected text stays selected, and a screen reader repeats nothing.
function renewed(old, found) {
  if (!isTree(old) || !isTree(found) || Object.keys(old).join() !== Object.keys(found).join()) return found;
  for (const key of Object.keys(found)) old[key] = renewed(old[key], found[key]);
  return old;
}

// What the stores of the settings page and of the tab "State" share: the state of the plugin and of its
// local Neo4j, read every second while one of them is open, and the buttons that change it.
export const pluginState = {
  state: null,
  problem: "",
  acting: "",
  _folder: "",
  _asking: false,

  // The state with the settings of a memory folder.
  async look(folder) {
    if (folder !== this._folder) Object.assign(this, { _folder: folder, state: null, problem: "" });
    if (this._asking) return;
    this._asking = true;
    try {
      this._take(folder, await callJsonApi("plugins/graphrag/screen_state", { folder }));
    } catch (error) {
      if (!this.problem) complain(error); // once, not every second
      this.problem = "The state cannot be read.";
    } finally {
      this._asking = false;
    }
  },

  // Whether what a button says could be done, or begun.
  async act(action) {
    this.acting = action;
    const folder = this._folder;
    try {
      const found = await callJsonApi("plugins/graphrag/local_neo4j", { folder, action });
      if (found.error) throw new Error(found.error);
      this._take(folder, found);
      return true;
    } catch (error) {
      complain(error);
      return false;
    } finally {
      this.acting = "";
    }
  },

  _take(folder, found) {
    if (folder !== this._folder) return; // another one was chosen meanwhile
    this.problem = found.error || "";
    this.state = found.error ? null : renewed(this.state, found);
  },

  words() {
    return this.problem || this.state?.words || "Loading...";
  },

  icon() {
    return this.problem ? "error" : this.state?.icon || "hourglass_empty";
  },

  // How much of a download is there; null if there is none.
  percent() {
    return this.state?.local.percent ?? null;
  },
};
