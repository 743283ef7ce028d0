import { createStore } from "/js/AlpineStore.js";
import { callJsonApi } from "/js/api.js";
import { store as screenStore } from "/plugins/graphrag/webui/screen-store.js";
import { complain } from "/plugins/graphrag/webui/toasts.js";

const LAST = 3; // seconds between two looks
const rounded = (score) => (Math.abs(score) < 0.005 ? 0 : score).toFixed(2); // no "-0.00"

// The tab "Last turns": the records of the last turns, read again while the tab is open.
export const store = createStore("graphragTurns", {
  turns: [],
  hasLooked: false,
  _open: {},
  _nextLook: 0,

  async refresh() {
    const now = Date.now();
    if (now < this._nextLook) return;
    this._nextLook = now + LAST * 1000;
    try {
      const { turns } = await callJsonApi("plugins/graphrag/last_turns", {});
      // The same list would be drawn again, and a selection in it lost.
      if (!this.hasLooked || this._stamp(turns) !== this._stamp(this.turns)) this.turns = turns;
      this.hasLooked = true;
    } catch (error) {
      this._nextLook = now + 30_000;
      complain(error);
    }
  },

  _stamp(turns) {
    return turns.map((turn) => `${turn.id} ${turn.iterations}`).join();
  },

  get isEmpty() {
    return this.hasLooked && !this.turns.length;
  },

  get count() {
    return this.turns.length ? `The last ${this.turns.length} of at most 50 turns, newest first.` : "";
  },

  // The newest turn is open until the user opens or closes one.
  isOpen(turn) {
    return this._open[turn.id] ?? turn.id === this.turns[0]?.id;
  },

  // The browser tells of what the page itself has opened or closed, too.
  remember(turn, isOpen) {
    if (isOpen !== this.isOpen(turn)) this._open = { ...this._open, [turn.id]: isOpen };
  },

  title(turn) {
    return turn.message || (turn.chat ? "A message without text" : "A turn that failed early");
  },

  when(turn) {
    const folder = turn.folder && turn.folder !== "default" ? `, ${turn.folder}` : "";
    const again = turn.iterations > 1 ? `, used in ${turn.iterations} iterations` : "";
    const at = new Date(turn.at);
    const isToday = at.toDateString() === new Date().toDateString();
    return (isToday ? at.toLocaleTimeString() : at.toLocaleString()) + folder + again;
  },

  scores(line) {
    const parts = [`score ${line.score.toFixed(2)}`, `similarity ${rounded(line.hybrid_score)}`];
    parts.push(`links ${line.graph_score.toFixed(2)}`);
    if (line.vector_score !== null) parts.push(`cosine ${rounded(line.vector_score)}`);
    return parts.join(" \u00b7 ");
  },

  stages(turn) {
    const found = Object.entries(turn.findings?.stages_ms || {});
    const most = Math.max(1, ...found.map(([, ms]) => ms));
    return found.map(([name, ms]) => ({ name, ms, percent: (100 * ms) / most }));
  },

  figures(turn) {
    const found = turn.findings;
    const figures = { "in all": `${turn.ms.toFixed(0)} ms` };
    if (found) {
      if (found.read_as) figures["read as"] = found.read_as;
      figures.confidence = found.confidence.toFixed(2);
      if (found.relevance !== null) figures.relevance = found.relevance.toFixed(2);
      for (const name of ["likeness", "several"]) {
        if (typeof found[name] === "number") figures[name] = found[name].toFixed(2);
      }
      if (found.tokens) figures.tokens = found.tokens;
      if (found.names.length) figures["names in the message"] = found.names.join(", ");
      if (found.skipped) figures["links not followed"] = found.skipped.replaceAll("_", " ");
      Object.assign(figures, found.counts);
    }
    figures.turn = turn.id;
    return Object.entries(figures).map(([name, value]) => ({ name, value }));
  },

  showInGraph(turn, line) {
    screenStore.folder = turn.folder || screenStore.folder;
    screenStore.show("graph", { memory: line.id });
  },

  exportAll() {
    const content = JSON.stringify({ turns: this.turns }, null, 2);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type: "application/json" }));
    link.download = `graphrag-turns-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  },
});
