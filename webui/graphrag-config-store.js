import { createStore } from "/js/AlpineStore.js";
import { callJsonApi } from "/js/api.js";
import { openModal } from "/js/modals.js";
import { pluginState } from "/plugins/graphrag/webui/plugin-state.js";
import { complain, tellSuccess } from "/plugins/graphrag/webui/toasts.js";

const FIRST_SERVER_ADDRESS = "bolt://localhost:7687";
const LOCAL_ACTIONS = ["set_up", "start", "stop"];
const BUSY_STATES = ["installing", "downloading", "starting", "stopping"];

// What the settings page shows besides the settings.
export const store = createStore("graphragConfig", {
  ...pluginState,
  _serverAddress: "",

  // With the settings of the project that is chosen above the page; "" for the whole host.
  refresh(project) {
    return this.look(project ? `projects/${project}` : "default");
  },

  openScreen() {
    openModal("/plugins/graphrag/webui/main.html");
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
