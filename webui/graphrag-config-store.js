import { createStore } from "/js/AlpineStore.js";
import { callJsonApi } from "/js/api.js";
import { openModal } from "/js/modals.js";
import { complain, tellSuccess } from "/plugins/graphrag/webui/toasts.js";

const FIRST_SERVER_ADDRESS = "bolt://localhost:7687";
const LOCAL_ACTIONS = ["set_up", "start", "stop"];
const BUSY_STATES = ["installing", "downloading", "starting", "stopping"];

// What the settings page shows besides the settings: the state of the plugin and of its local Neo4j,
// read every second while the page is open.
export const store = createStore("graphragConfig", {
  state: null,
  acting: "",
  _asking: false,
  _hasFailed: false,
  _serverAddress: "",
  _folder: "",

  async open(project) {
    this._hasFailed = false;
    await this.refresh(project);
  },

  openScreen() {
    openModal("/plugins/graphrag/webui/main.html");
  },

  // The state with the settings of the project that is chosen above the page; "" for the whole host.
  async refresh(project) {
    const folder = project ? `projects/${project}` : "default";
    if (folder !== this._folder) Object.assign(this, { _folder: folder, state: null });
    if (this._asking) return;
    this._asking = true;
    try {
      const found = await callJsonApi("plugins/graphrag/status", { folder });
      if (found.error) throw new Error(found.error);
      this._show(folder, found);
      this._hasFailed = false;
    } catch (error) {
      if (!this._hasFailed) complain(error); // once, not every second
      this._hasFailed = true;
    } finally {
      this._asking = false;
    }
  },

  async act(action) {
    this.acting = action;
    const folder = this._folder;
    try {
      const found = await callJsonApi("plugins/graphrag/local_neo4j", { folder, action });
      if (found.error) throw new Error(found.error);
      this._show(folder, found);
    } catch (error) {
      complain(error);
    } finally {
      this.acting = "";
    }
  },

  async testConnection(config) {
    this.acting = "test";
    try {
      const result = await callJsonApi("plugins/graphrag/test_connection", { config });
      if (result.ok) tellSuccess(result.message);
      else complain(result.message);
    } catch (error) {
      complain(error);
    } finally {
      this.acting = "";
    }
  },

  _show(folder, state) {
    if (folder === this._folder) this.state = state; // else another project was chosen meanwhile
  },

  get local() {
    return this.state?.local?.state || "";
  },

  get localBusy() {
    return LOCAL_ACTIONS.includes(this.acting) || BUSY_STATES.includes(this.local);
  },

  get localWords() {
    return this.state?.local?.words || "";
  },

  get lacksPackages() {
    return Boolean(this.state) && this.state.packages.state !== "installed";
  },

  get percent() {
    return this.state?.local?.percent ?? null;
  },

  // The environment variable that overrides a setting of the page, in words; empty if none does.
  override(name) {
    const variable = this.state?.overrides?.[name];
    return variable ? `The environment variable ${variable} overrides this.` : "";
  },

  unsavedSwitch(config) {
    if (!this.state || Boolean(config.graphrag_enabled) === this.state.switch) return "";
    return `Press Save to turn it ${config.graphrag_enabled ? "on" : "off"}.`;
  },

  // Where Neo4j is: what the environment says, or else the page, saved or not.
  isLocal(config) {
    return this.override("neo4j_uri") ? this.state.is_local : config.neo4j_uri === "local";
  },

  chooseServer(config, place) {
    if (place === "local") {
      this._serverAddress = config.neo4j_uri;
      config.neo4j_uri = "local";
    } else {
      config.neo4j_uri = this._serverAddress || FIRST_SERVER_ADDRESS;
    }
  },
});
