// Draws a picture of the graph. In a file the data stands in the page. In Agent Zero's screen the page
// around it sends pictures, and is told what the user wants to see. Everything that comes from the graph
// is written as text, never as HTML.
(() => {
  "use strict";

  const MOST_NODES = 300;
  const MOST_LABELS = 24;
  const MOST_ENLARGED = 1.5; // of what is fitted into the window
  const COLOURS = {
    light: ["#0b62a8", "#c2500a", "#00805c", "#a8477f", "#8f6400", "#2b8fbf", "#6b4fa0", "#5f6670"],
    dark: ["#5cb0ea", "#f39a5f", "#4fd0a8", "#e8a3ca", "#f0c552", "#93d7f7", "#bda4e0", "#a8b0ba"],
  };
  const QUIET = { light: "#8b95a1", dark: "#77818d" };
  const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const element = (id) => document.getElementById(id);
  const embedded = JSON.parse(element("data").textContent);
  const isFramed = embedded === null;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const hidden = new Set();
  let dark = prefersDark.matches;
  let types = [];
  let prominent = new Set();
  let fitted = 1;
  let largest = 1;
  let chosen = null;

  const cy = cytoscape({
    container: element("picture"),
    minZoom: 0.1,
    maxZoom: 4,
    style: [],
  });

  function make(tag, words, className) {
    const made = document.createElement(tag);
    if (words !== undefined) made.textContent = words;
    made.dir = "auto"; // a text reads in the direction of its own script
    if (className) made.className = className;
    return made;
  }

  function button(words, onClick) {
    const made = make("button", words);
    made.type = "button";
    made.addEventListener("click", onClick);
    return made;
  }

  // -- what is shown ------------------------------------------------------------------------------

  function colourOf(node) {
    const palette = COLOURS[dark ? "dark" : "light"];
    if (node.data("kind") === "memory") return QUIET[dark ? "dark" : "light"];
    return palette[Math.max(0, types.indexOf(node.data("type"))) % palette.length];
  }

  function sizeOf(node) {
    if (node.data("kind") === "memory") return 15;
    return 14 + 32 * Math.sqrt(node.data("size") / largest);
  }

  function paint() {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    cy.style([
      {
        selector: "node",
        style: {
          "background-color": colourOf,
          width: sizeOf,
          height: sizeOf,
          label: "data(label)",
          color: colour("--text"),
          "font-size": (node) => (prominent.has(node.id()) ? 12 / Math.min(1, fitted) : 11),
          "text-max-width": (node) => (prominent.has(node.id()) ? 140 / Math.min(1, fitted) : 130),
          "text-wrap": "ellipsis",
          "text-margin-y": -3,
          "text-outline-width": 2,
          "text-outline-color": colour("--ground"),
          "min-zoomed-font-size": 7,
        },
      },
      { selector: "node[kind = 'memory']", style: { shape: "round-rectangle", label: "" } },
      { selector: "node[?centre]", style: { "border-width": 3, "border-color": colour("--text") } },
      {
        selector: "edge",
        style: {
          width: 1,
          opacity: 0.6,
          "line-color": colour("--quiet"),
          "curve-style": "haystack",
        },
      },
      {
        selector: "edge[kind != 'mention']",
        style: {
          width: 1.5,
          opacity: 0.9,
          "arrow-scale": 0.8,
          "line-color": colour("--quiet"),
          "target-arrow-color": colour("--quiet"),
          "target-arrow-shape": "triangle",
          "curve-style": "bezier",
        },
      },
      { selector: "edge[kind = 'revision']", style: { "line-style": "dashed" } },
      { selector: ".far", style: { opacity: 0.15 } },
      {
        selector: "edge.near[kind != 'mention']",
        style: { opacity: 1, label: "data(label)", "font-size": 10, color: colour("--quiet") },
      },
      { selector: "node.near[kind = 'memory'], node.found", style: { label: "data(label)" } },
      {
        selector: "node:selected",
        style: { "border-width": 4, "border-color": colour("--focus"), label: "data(label)" },
      },
      { selector: ".hidden", style: { display: "none" } },
    ]);
  }

  function add(picture, near) {
    const fresh = picture.nodes.filter((node) => cy.getElementById(node.id).empty());
    const middle = near ? cy.getElementById(near).position() : { x: 0, y: 0 };
    const places = fresh.map((node, place) => {
      // A sunflower: every node has a place of its own, the same each time.
      const angle = place * 2.399963;
      const radius = 30 * Math.sqrt(place + 1);
      return { x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) };
    });
    cy.batch(() => {
      cy.add(fresh.map((node, place) => ({ group: "nodes", data: node, position: places[place] })));
      for (const edge of picture.edges) {
        const id = `${edge.start}\n${edge.kind}\n${edge.label}\n${edge.end}`;
        if (cy.getElementById(id).nonempty()) continue;
        if (cy.getElementById(edge.start).empty() || cy.getElementById(edge.end).empty()) continue;
        cy.add({ group: "edges", data: { ...edge, id, source: edge.start, target: edge.end } });
      }
    });
    arrange();
    return fresh.length;
  }

  function arrange() {
    countTypes();
    largest = Math.max(1, ...cy.nodes("[kind = 'entity']").map((node) => node.data("size")));
    paint();
    const isDense = cy.edges().length > 2.5 * cy.nodes().length;
    cy.layout({
      name: "cose",
      animate: false,
      randomize: false,
      fit: false,
      nodeRepulsion: () => (isDense ? 200000 : 12000),
      idealEdgeLength: (edge) => (edge.data("kind") === "mention" ? 55 : 90) * (isDense ? 2.5 : 1),
      nodeOverlap: 12,
      gravity: 0.6,
      numIter: cy.nodes().length > 100 ? 250 : 800,
    }).run();
    fit(cy.elements(), 30);
    const names = cy.nodes("[kind = 'entity']").sort((a, b) => b.data("size") - a.data("size"));
    prominent = new Set(names.slice(0, Math.min(MOST_LABELS, cy.width() / 40)).map((node) => node.id()));
    fitNames();
    legend();
    tellCount();
  }

  function fit(elements, padding) {
    cy.fit(elements, padding);
    if (cy.zoom() <= MOST_ENLARGED) return;
    cy.zoom(MOST_ENLARGED);
    cy.center(elements);
  }

  // The largest names can be read in a small picture, and grow only with a large one.
  function fitNames() {
    fitted = cy.zoom();
    paint();
  }

  function show(picture) {
    cy.elements().remove();
    hidden.clear();
    element("title").textContent = picture.title;
    if (!isFramed) document.title = `${picture.title} - graph memory`;
    add(picture);
    choose(null);
    const [asked, ...others] = picture.nodes.filter((node) => node.centre);
    if (asked && !others.length) details(cy.getElementById(asked.id));
  }

  // -- legend and search --------------------------------------------------------------------------

  function countTypes() {
    const counts = new Map();
    for (const node of cy.nodes("[kind = 'entity']")) {
      counts.set(node.data("type"), (counts.get(node.data("type")) || 0) + 1);
    }
    const known = types.filter((type) => counts.has(type));
    const fresh = [...counts.keys()].filter((type) => !known.includes(type));
    types = [...known, ...fresh.sort((a, b) => counts.get(b) - counts.get(a) || (a < b ? -1 : 1))];
  }

  function legend() {
    const rows = types.map((type) => [type, cy.nodes(`[kind = 'entity']`).filter((n) => n.data("type") === type)]);
    const memories = cy.nodes("[kind = 'memory']");
    if (memories.nonempty()) rows.push(["memory", memories]);
    element("legend").replaceChildren(
      ...rows.map(([type, nodes]) => {
        const item = make("li");
        const apply = () => {
          nodes.toggleClass("hidden", hidden.has(type));
          toggle.setAttribute("aria-pressed", String(!hidden.has(type)));
        };
        const toggle = button("", () => {
          if (!hidden.delete(type)) hidden.add(type);
          apply();
          tellCount();
          if (chosen === null) overview();
        });
        const dot = make("span", "", nodes.first().data("kind") === "memory" ? "dot memory" : "dot");
        dot.style.backgroundColor = colourOf(nodes.first());
        toggle.append(dot, make("span", `${type} ${nodes.length}`));
        apply(); // a node of a hidden type may have been added
        item.append(toggle);
        return item;
      }),
    );
  }

  function shown() {
    return cy.nodes().not(".hidden");
  }

  function tellCount(words) {
    const nodes = shown();
    const links = nodes.edgesWith(nodes).length;
    element("count").textContent = words || `${counted(nodes.length, "node")}, ${counted(links, "link")}`;
  }

  function search(words) {
    const asked = words.trim().toLocaleLowerCase();
    cy.elements().removeClass("found far");
    if (!asked) {
      choose(chosen);
      tellCount();
      return cy.collection();
    }
    const nodes = shown();
    const found = nodes.filter((node) => {
      const { label, text, aliases } = node.data();
      return [label, text, ...(aliases || [])].some((part) => part.toLocaleLowerCase().includes(asked));
    });
    cy.elements().addClass("far");
    found.removeClass("far").addClass("found");
    found.edgesWith(found).removeClass("far");
    tellCount(`${found.length} of ${nodes.length} found`);
    return found;
  }

  // -- what is selected ---------------------------------------------------------------------------

  function choose(id) {
    const node = id === null ? cy.collection() : cy.getElementById(id);
    cy.nodes().unselect();
    cy.elements().removeClass("near far found");
    chosen = node.empty() ? null : id;
    if (chosen === null) {
      overview();
      return;
    }
    const near = node.closedNeighborhood();
    cy.elements().not(near).addClass("far");
    near.addClass("near");
    node.select();
    details(node);
  }

  function overview() {
    const names = shown().filter("[kind = 'entity']").sort((a, b) => b.data("size") - a.data("size"));
    element("detail").replaceChildren(
      make("h2", "Names"),
      make("p", "Select a name or a memory to see its text, its source and its links.", "quiet"),
      links(names.map((node) => [node, String(node.data("size"))])),
    );
  }

  function details(node) {
    const { kind, label, type, size, text, source, day, aliases } = node.data();
    const isEntity = kind === "entity";
    const parts = [make("h2", isEntity ? label : "Memory")];
    const about = isEntity ? `${type}, in ${size} ${size === 1 ? "memory" : "memories"}` : [type, day].filter(Boolean).join(", ");
    parts.push(make("div", about, "quiet"));
    if (aliases?.length) parts.push(make("div", `Also: ${aliases.join(", ")}`, "quiet"));
    if (text) parts.push(make("p", text, "text"));
    if (source) parts.push(make("div", `Source: ${source}`, "quiet"));
    if (isFramed) {
      const actions = make("div", undefined, "actions");
      actions.append(
        button("Show more around it", () => tell("expand", node)),
        button("Only this", () => tell("only", node)),
      );
      parts.push(actions);
    }
    parts.push(make("h3", "Links"));
    const connected = node.connectedEdges().map((edge) => {
      const other = edge.connectedNodes().not(node).first();
      return [other, edge.data("label")];
    });
    parts.push(links(connected.filter(([other]) => other.nonempty())));
    parts.push(button("Back to all names", () => choose(null)));
    element("detail").replaceChildren(...parts);
    element("detail").scrollTop = 0;
  }

  function links(rows) {
    const list = make("ul");
    for (const [node, words] of rows) {
      const item = make("li");
      const open = button("", () => {
        choose(node.id());
        cy.animate({ center: { eles: node }, duration: 150 });
      });
      const dot = make("span", "", node.data("kind") === "memory" ? "dot memory" : "dot");
      dot.style.backgroundColor = colourOf(node);
      open.append(dot, make("span", node.data("label")));
      if (words) open.append(make("small", words));
      item.append(open);
      list.append(item);
    }
    return list;
  }

  // -- the page around ----------------------------------------------------------------------------

  function tell(action, node) {
    parent.postMessage({ graphrag: action, id: node?.id(), kind: node?.data("kind") }, "*");
  }

  function hear(event) {
    if (event.source !== parent || !event.data?.graphrag) return;
    const { graphrag: action, picture, near, theme } = event.data;
    if (theme) {
      dark = theme === "dark";
      paint();
      legend();
      if (cy.nodes().nonempty()) choose(chosen);
    }
    if (action === "show") show(picture);
    if (action === "add") {
      const fresh = picture.nodes.filter((node) => cy.getElementById(node.id).empty()).length;
      if (cy.nodes().length + fresh > MOST_NODES) {
        tellCount(`Full: at most ${MOST_NODES} nodes. Use "Only this".`);
        return;
      }
      add(picture, near);
      choose(near);
      fit(cy.getElementById(near).closedNeighborhood(), 60);
      if (!fresh) tellCount("Nothing more around it");
    }
  }

  let zooming;
  cy.on("zoom", () => {
    clearTimeout(zooming);
    zooming = setTimeout(fitNames, 100);
  });
  cy.on("tap", (event) => choose(event.target === cy ? null : event.target.isNode() ? event.target.id() : chosen));
  cy.on("dbltap", "node", (event) => isFramed && tell("expand", event.target));
  element("search").addEventListener("input", (event) => search(event.target.value));
  element("search").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const found = search(event.target.value);
    if (found.nonempty()) choose(found.first().id());
  });
  addEventListener("resize", () => {
    cy.resize();
    fit(cy.elements(), 30);
  });
  prefersDark.addEventListener("change", (event) => {
    if (isFramed) return;
    dark = event.matches;
    paint();
    legend();
  });
  paint();
  if (isFramed) {
    addEventListener("message", hear);
    tell("ready");
  } else {
    show(embedded);
  }
})();
