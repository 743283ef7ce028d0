"""Watches a host through an extension of its own, so that the double can be held to a real one.

`python -m tests.e2e.host_observation CHECKOUT` records a real checkout into the folder `recorded`;
`test_host_double.py` makes the same observation on the double, and compares.
"""

from __future__ import annotations

import itertools
import json
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from .host import Host
from .llm_stub import LlmStub
from .memory_changes import CHANGES, Story, ids_of
from .real_host import RealHost, layout_of

_AT_A_TIME = 4  # most situations only wait for the host's own pause before a retry
RECORDED = Path(__file__).with_name("recorded")
QUESTION = "Where does Project Falcon ship its checkout service from?"
MEMORY = "Project Falcon ships its checkout service from the Lisbon office."
SOLUTION = "To ship the checkout service of Project Falcon, run the deploy job."

_IMPORT = """
try:
    from helpers.extension import Extension
except ImportError:
    from python.helpers.extension import Extension
"""

_WATCH = (
    "import asyncio, sys, threading\n"
    + _IMPORT
    + """
class Watch(Extension):
    async def execute(self, loop_data=None, **kwargs):
        task = self.agent.data.get("_recall_memories_task")
        seen = {
            "point": POINT,
            "other_arguments": sorted(kwargs),
            "loop_data": sorted(vars(loop_data)),
            "iteration": loop_data.iteration,
            "persistent": list(loop_data.extras_persistent),
            "temporary": list(loop_data.extras_temporary),
            "extras_type": type(loop_data.extras_persistent).__name__,
            "task_done": task.done() if task else None,
            "task_iteration": self.agent.data.get("_recall_memories_iter"),
            "module_name": __name__,
            "module_is_registered": __name__ in sys.modules,
            "package": __package__,
            "thread": threading.current_thread().name,
            "user_message": loop_data.user_message.output_text(),
            "agent_data": sorted(key for key in self.agent.data if "recall" in key),
        }
        if task and WAIT:
            await asyncio.wait({task}, timeout=5)
            seen["persistent_after_wait"] = list(loop_data.extras_persistent)
        self.agent.data.setdefault("_seen", []).append(seen)
"""
)


def observe(make_host: Callable[..., Host]) -> dict[str, Any]:
    """Runs a host through the situations an extension can be in.

    Args:
        make_host: Gives a fresh host of one layout with a stub of its own; takes the options
            of `Host`.

    Returns:
        What was seen, without what differs from run to run, as JSON can say it.
    """
    raise_late = "raise RuntimeError('late')"
    cancel = "import asyncio; raise asyncio.CancelledError"
    bad_value = "loop_data.extras_persistent['bad'] = object()"
    situations: dict[str, Callable[[], Any]] = {
        "points": lambda: _points(make_host),
        # What a delayed recall brings after that depends on who is faster, it or the model.
        "delayed": lambda: _points(make_host, 1, memory_settings={"memory_recall_delayed": True}),
        "recall_off": lambda: _points(make_host, memory_settings={"memory_recall_enabled": False}),
        "precedence": lambda: _precedence(make_host),
        "include": lambda: _include(make_host),
        "raising": lambda: _broken(make_host, "raise RuntimeError('broken extension')"),
        "raising_import": lambda: _broken(make_host, "pass", head="import no_such_package"),
        "not_json": lambda: _broken(make_host, bad_value),
        "cancelled": lambda: _broken(make_host, cancel),
        "raising_at_end": lambda: _broken(make_host, raise_late, point="monologue_end"),
        "memory": lambda: _memory(make_host),
        "changes": lambda: _changes(make_host),
        "awaitable_at_init": lambda: _awaitable_at_init(make_host),
    }
    with ThreadPoolExecutor(_AT_A_TIME) as pool:
        seen = {name: pool.submit(situation) for name, situation in situations.items()}
        return {name: future.result() for name, future in seen.items()}


def _points(
    make_host: Callable[..., Host], iterations: int = 5, **options: Any
) -> list[dict[str, Any]]:
    with make_host(**options) as host:
        _remember(host)
        folder = host.extension_folder("message_loop_prompts_after")
        for name, wait in (("_80_watch", False), ("_85_watch", True), ("_99_watch", False)):
            source = _WATCH.replace("POINT", repr(name)).replace("WAIT", str(wait))
            if options.get("memory_settings", {}).get("memory_recall_delayed"):
                source = source.replace("if task and True", "if task and False")
            (folder / f"{name}.py").write_text(source)
        trace = host.run_turn(QUESTION, iterations)
        seen = host.evaluate("def probe(host): return host.agent.data['_seen']")
        order = [
            [name for name in extras if name in ("memories", "solutions", "memory_recall_delayed")]
            for extras in trace.extras
        ]
        return [*seen, {"prompt_order": order, "reply": trace.reply, "failure": trace.failure}]


def _precedence(make_host: Callable[..., Host]) -> list[str]:
    """Which of two files of one name runs, and which class of one file."""
    with make_host() as host:
        low = "extensions/python" if host.layout == "1.x" else "python/extensions"
        places = {"user": host.extension_folder("monologue_start")}
        places["core"] = host.root / low / "monologue_start"
        places["other layout"] = host.root / (
            "python/extensions" if host.layout == "1.x" else "extensions/python"
        )
        places["other layout"] = places["other layout"] / "monologue_start"
        for name, folder in places.items():
            folder.mkdir(parents=True, exist_ok=True)
            for file in ("_77_same.py", f"_78_{name.replace(' ', '_')}.py"):
                classes = "".join(
                    f"\nclass {letter}(Extension):\n    async def execute(self, **kwargs):\n"
                    f"        ran = self.agent.data.setdefault('_ran', [])\n"
                    f"        ran.append('{name}:{file}:{letter}')\n"
                    for letter in "AB"
                )
                (folder / file).write_text(_IMPORT + classes)
        host.run_turn(QUESTION)
        return host.evaluate("def probe(host): return host.agent.data['_ran']")


def _include(make_host: Callable[..., Host]) -> dict[str, str]:
    """What becomes of template syntax in the extras."""
    texts = {
        "single": "{{ include 'usr/inner.md' }}",
        "double": '{{ include "usr/inner.md" }}',
        "placeholder": "{{extras}}",
        "condition": "{{if 1}}shown{{endif}}",
        "sections": "§§secret(OTHER_API_KEY)",
    }
    with make_host() as host:
        (host.root / "usr/inner.md").write_text("INNER TEXT")
        extension = _extension("loop_data.extras_persistent.update(" + repr(texts) + ")")
        (host.extension_folder("message_loop_prompts_after") / "_80_text.py").write_text(extension)
        trace = host.run_turn(QUESTION)
        return {name: trace.extras[0][name] for name in texts}


def _broken(
    make_host: Callable[..., Host],
    statement: str,
    *,
    head: str = "",
    point: str = "message_loop_prompts_after",
) -> dict[str, Any]:
    with make_host() as host:
        _remember(host)
        folder = host.extension_folder(point)
        host.start()
        (folder / "_80_broken.py").write_text(head + _extension(statement))
        trace = host.run_turn(QUESTION)
        return {
            "reply": trace.reply,
            "prompts": len(trace.prompts),
            "failed": bool(trace.failure),
            "error": (trace.failure or "\n")
            .strip()
            .splitlines()[-1]
            .split(":")[0]
            .rpartition(".")[2],
            "retried": any("retrying" in str(entry["heading"]) for entry in trace.log),
            "paused": trace.elapsed_ms >= 3000,
        }


def _memory(make_host: Callable[..., Host]) -> dict[str, Any]:
    with make_host() as host:
        _remember(host)
        return host.evaluate("""
            async def probe(host):
                memory = await host.memory_class.get(host.agent)
                db = memory.db
                def own():
                    return {i: d for i, d in db.get_all_docs().items()
                            if not d.metadata.get("knowledge_source")}
                before = db.get_all_docs()
                first = sorted(own().values(), key=lambda d: d.page_content)[0]
                position = {i: p for p, i in db.index_to_docstore_id.items()}[first.metadata["id"]]
                row = db.index.reconstruct(position)
                scores, places = db.index.search(row.reshape(1, -1), 2)
                seen = {
                    "documents": sorted(
                        [d.page_content, sorted(d.metadata), d.metadata["area"], len(i)]
                        for i, d in own().items()
                    ),
                    "ids_agree": all(i == d.metadata["id"] for i, d in own().items()),
                    "document_id": all(d.id == i for i, d in own().items()),
                    "subdir": memory.memory_subdir,
                    "index_keys": list(host.memory_class.index),
                    "index_holds_db": host.memory_class.index["default"] is db,
                    "row": [str(row.dtype), list(row.shape)],
                    "nearest_is_itself": int(places[0][0]) == position,
                    "rows": db.index.ntotal == len(db.get_all_docs()),
                    "positions": db.index.ntotal == len(db.index_to_docstore_id),
                    "dimension": db.index.d,
                    "question_dimension": len(db.embedding_function.embed_query("a question")),
                    "embedder": hasattr(db.embedding_function, "underlying_embeddings"),
                    "model": db.embedding_function.underlying_embeddings.model_name,
                    "types": [type(db).__name__, type(db.docstore).__name__],
                }
                first.page_content += " Edited."
                edited = await memory.update_documents([first])
                seen["edit_keeps_id"] = edited == [first.metadata["id"]]
                seen["edit_makes_new_dict"] = db.get_all_docs() is not before
                again = db.get_all_docs()
                await memory.delete_documents_by_ids([first.metadata["id"]])
                seen["delete_keeps_dict"] = db.get_all_docs() is again
                seen["after_delete"] = len(own())
                positions = sorted(db.index_to_docstore_id)
                seen["rows_after_delete"] = positions == list(range(db.index.ntotal))
                return seen
        """)


def _changes(make_host: Callable[..., Host]) -> dict[str, Any]:
    """What each way of changing a memory leaves in the host's memory."""
    with make_host() as host:
        host.start()
        seen = {}
        for number, change in enumerate(CHANGES):
            story = Story(number)
            change.prepare(host, story)
            before = host.memories()
            after = change.apply(host, story)
            old = ids_of(before, story.old, story.companion)
            seen[change.name] = {
                "gone": [before[key]["text"] for key in sorted(before.keys() - after.keys())],
                "others_kept": [k for k in before if k not in old]
                == [k for k in after if k in before and k not in old],
                "new": [_kept(after[key]["metadata"], old) for key in ids_of(after, story.new)],
            }
            seen[change.name]["gone"].sort()
        return seen


def _kept(metadata: dict[str, Any], old: list[str]) -> dict[str, Any]:
    """What a memory says of itself: all names, and the values that are the same in every run."""
    fixed = ("area", "consolidation_action", "knowledge_source", "source_file", "file_type")
    lineage = ("consolidated_from", "replaced_memories", "updated_from")
    return {
        "names": sorted(metadata),
        "values": {name: metadata[name] for name in fixed if name in metadata},
        "old": [name for name in lineage if old and metadata.get(name) in (old, old[0])],
        "keeps_id": metadata["id"] in old,
    }


def _awaitable_at_init(make_host: Callable[..., Host]) -> str:
    with make_host() as host:
        source = _extension("self.agent.context.log.log('info', 'ran at init')")
        (host.extension_folder("agent_init") / "_80_async.py").write_text(source)
        return (
            host.evaluate("""
            def probe(host):
                try:
                    host.new_chat()
                except Exception as error:
                    return f"{type(error).__name__}: {error}"
                return str([item.heading for item in host.context.log.logs if item.type == "info"])
        """)
            if host.layout == "0.9"
            else _start_error(host)
        )


def _start_error(host: Host) -> str:
    try:
        host.start()
    except Exception as error:
        last = [line for line in str(error).splitlines() if line.startswith("ValueError")]
        return last[0] if last else str(error)
    return "no error"


def _extension(statement: str) -> str:
    return (
        _IMPORT
        + f"""
class Test(Extension):
    async def execute(self, loop_data=None, **kwargs):
        {statement}
"""
    )


def _remember(host: Host) -> None:
    host.add_memory(MEMORY)
    host.add_memory(SOLUTION, area="solutions")


def main() -> None:
    """Records the checkouts named on the command line."""
    for checkout in map(Path, sys.argv[1:]):
        numbers = itertools.count()
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))

            def make(
                checkout: Path = checkout, folder: Path = folder, stack: Any = stack, **options: Any
            ) -> Host:
                stub = stack.enter_context(LlmStub())
                return RealHost(checkout, folder / str(next(numbers)), stub, **options)  # noqa: B023

            seen = observe(make)
        RECORDED.mkdir(exist_ok=True)
        path = RECORDED / f"layout-{layout_of(checkout)}.json"
        path.write_text(json.dumps(seen, indent=1, ensure_ascii=False) + "\n")
        print(f"{checkout} -> {path.name}")


if __name__ == "__main__":
    main()
