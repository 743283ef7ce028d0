"""What the picture's page does with clicks, run in Node with a few lines in place of a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from graphrag.view import Picture, PictureEdge, PictureNode

from ...support.web_store import run_in_node

ASSETS = Path(__file__).parents[3] / "graphrag/view/assets"

RUN = """
import { readFileSync } from "node:fs";
import vm from "node:vm";
const [folder, pictures, steps] = JSON.parse(process.argv[1]);
class Element {
  constructor() { Object.assign(this, { children: [], heard: {}, style: {}, dataset: {} }); }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  setAttribute() {}
  addEventListener(name, heard) { this.heard[name] = heard; }
  click() { this.heard.click(); }
  type(value) { this.heard.input({ target: { value } }); }
  get words() { return [this.textContent, ...this.children.map((one) => one.words)].join(" "); }
}
const elements = {};
const element = (id) => (elements[id] ??= new Element());
element("data").textContent = "null";
const heard = {};
const page = vm.createContext({
  addEventListener: (name, hear) => { heard[name] = hear; },
  document: {
    documentElement: new Element(),
    createElement: () => new Element(),
    getElementById: (id) => (id === "picture" ? undefined : element(id)), // draws nothing
  },
  getComputedStyle: () => ({ getPropertyValue: () => "#000000" }),
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  console: { ...console, warn: () => {} },
  setTimeout, clearTimeout, performance,
});
page.parent = { postMessage: () => {} };
const load = (script) => vm.runInContext(readFileSync(`${folder}/${script}`, "utf-8"), page);
load("cytoscape.min.js");
const { cytoscape } = page;
const drawn = {};
page.cytoscape = (options) => {
  drawn.cy = cytoscape(options);
  drawn.cy.style = (rules) => { drawn.rules = rules; };
  return drawn.cy;
};
load("picture.js");
const tell = (data) => heard.message({ source: page.parent, data });
const button = (id, words) => {
  const found = (within) => [within, ...within.children.flatMap(found)];
  return found(element(id)).find((one) => one.heard.click && one.words.includes(words));
};
const names = ["tell", "element", "button", "drawn", "pictures"];
const run = new Function(...names, `return (async () => {${steps}})();`);
console.log(JSON.stringify(await run(tell, element, button, drawn, pictures)));
"""

MARA = PictureNode("name:mara", "entity", "Mara", "name", size=2)
HOST = PictureNode("code:gw", "entity", "gw-osprey", "code")
LINKED = Picture(
    "Mara",
    (MARA, HOST, PictureNode("m1", "memory", "Mara looks after gw-osprey", "main")),
    (PictureEdge("m1", MARA.id, "mention"), PictureEdge("m1", HOST.id, "mention")),
)
MORE = Picture("Mara", (MARA, PictureNode("code:db", "entity", "order-db", "code")))


def run(steps: str, *pictures: Picture) -> Any:
    """Return what JavaScript returns that uses the page of a picture."""
    return run_in_node(RUN, str(ASSETS), [picture.as_json() for picture in pictures], steps)


def test_a_hidden_type_stays_hidden_when_more_is_shown():
    counts = run(
        """
        tell({ graphrag: "show", picture: pictures[0] });
        const counts = [element("count").textContent];
        button("legend", "code").click();
        counts.push(element("count").textContent);
        tell({ graphrag: "add", picture: pictures[1], near: "name:mara" });
        counts.push(element("count").textContent);
        button("legend", "code").click();
        counts.push(element("count").textContent);
        return counts;
        """,
        LINKED,
        MORE,
    )
    assert counts == [
        "3 nodes, 2 links",
        "2 nodes, 1 link",
        "2 nodes, 1 link",
        "4 nodes, 2 links",
    ]


def test_what_is_hidden_is_neither_found_nor_listed():
    listed, count = run(
        """
        tell({ graphrag: "show", picture: pictures[0] });
        button("legend", "code").click();
        const listed = element("detail").words;
        element("search").type("gw-osprey");
        return [listed, element("count").textContent];
        """,
        LINKED,
    )
    assert "Mara" in listed
    assert "gw-osprey" not in listed
    assert count == "1 of 2 found"


def test_a_name_can_be_read_in_a_small_picture_and_grows_only_with_a_large_one():
    small, large = run(
        """
        tell({ graphrag: "show", picture: pictures[0] });
        const sizes = [];
        for (const zoom of [0.2, 2]) {
          drawn.cy.zoom(zoom);
          await new Promise((resolve) => setTimeout(resolve, 300));
          const size = drawn.rules[0].style["font-size"];
          sizes.push(size(drawn.cy.getElementById("name:mara")) * zoom);
        }
        return sizes;
        """,
        LINKED,
    )
    assert small == 12
    assert large == 24


def test_a_text_in_a_right_to_left_script_reads_in_its_own_direction():
    directions = run(
        """
        tell({ graphrag: "show", picture: pictures[0] });
        button("detail", "Mara").click();
        return element("detail").children.map((part) => part.dir);
        """,
        LINKED,
    )
    assert set(directions) == {"auto"}


def test_the_one_thing_that_was_asked_for_is_described_at_once():
    memory = PictureNode("m1", "memory", "Mara", "main", text="Mara works alone.", centre=True)
    described, zoom = run(
        """
        tell({ graphrag: "show", picture: pictures[0] });
        return [element("detail").words, drawn.cy.zoom()];
        """,
        Picture("Memory m1", (memory,)),
    )
    assert "Mara works alone." in described
    assert zoom <= 1.5
