import { createStore } from "/js/AlpineStore.js";
import { callJsonApi } from "/js/api.js";
import { complain } from "/plugins/graphrag/webui/toasts.js";

// The screen around its tabs: which one is open, and which memory folder they show. main.html says
// what a tab can rely on.
export const store = createStore("graphragScreen", {
  tabs: [
    { name: "turns", title: "Last turns", icon: "history" },
    { name: "graph", title: "Graph", icon: "hub" },
    { name: "memory", title: "Memory", icon: "psychology" },
    { name: "state", title: "State", icon: "monitor_heart" },
  ],
  tab: "turns",
  focus: null,
  folder: "",
  folders: [],

  async open() {
    try {
      const context = globalThis.getContext?.() || "";
      const found = await callJsonApi("plugins/graphrag/memory_folders", { context });
      this.folders = found.folders;
      this.folder = found.folder;
    } catch (error) {
      complain(error);
    }
  },

  show(tab, focus = null) {
    this.focus = focus;
    this.tab = tab;
  },

  // The arrow keys open the next tab, or the one before.
  move(step) {
    const place = this.tabs.findIndex((tab) => tab.name === this.tab);
    const { name } = this.tabs.at((place + step) % this.tabs.length);
    this.show(name);
    document.getElementById(`graphrag-tab-${name}`)?.focus();
  },

  // The last turns are those of all memories.
  get hasChoice() {
    return this.folders.length > 1 && this.tab !== "turns";
  },

  // The one tab that is open, with a key that changes with the memory folder too.
  get shown() {
    return this.folder ? [{ tab: this.tab, key: `${this.tab} ${this.folder}` }] : [];
  },
});
