"""``a0-graphrag query``: what a turn would get, with the reasons."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ..caps import MIN_BLOCK_TOKENS
from ..errors import GraphragError, SettingsError
from ..model import Ask, Likeness, Query, RecalledDocument, Retrieval, SearchOptions, graph_key
from ..reasons import Reason
from .common.commands import Json, ReadScopesOption, keeps
from .common.installation import Installation
from .common.output import emit, write
from .common.scope_errors import nothing_in, unknown_scope

if TYPE_CHECKING:
    import numpy as np

    from ..store.pooled_driver import Row

_PATIENCE_S = 30.0


@keeps("nothing was changed")
def query(
    text: Annotated[str, typer.Argument(help="The message.")],
    seed: Annotated[
        list[str] | None, typer.Option(help="Id of a recalled document; may be repeated.")
    ] = None,
    scope: ReadScopesOption = None,
    embedder: Annotated[
        str | None,
        typer.Option(help="Embedder of the question, as for `ingest`; by default the scope's."),
    ] = None,
    no_graph: Annotated[
        bool, typer.Option("--no-graph", help="Follow no links: vectors and words alone.")
    ] = False,
    max_results: Annotated[
        int | None,
        typer.Option(min=1, help="Maximum number of passages; by default GRAPH_MAX_RESULTS."),
    ] = None,
    min_graph_score: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            help="Minimum score of a graph result, relative to the best; by default "
            "GRAPHRAG_MIN_GRAPH_SCORE.",
        ),
    ] = None,
    max_tokens: Annotated[
        int | None,
        typer.Option(
            min=MIN_BLOCK_TOKENS,
            help="Token budget of the block and its preamble; by default GRAPHRAG_MAX_TOKENS.",
        ),
    ] = None,
    exact: Annotated[
        bool, typer.Option("--block", help="Print exactly what a turn writes into the prompt.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Print each step and each passage with its scores.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Ask as a turn does, with vectors if the memories have them, and print the block."""
    from ..packing.block_text import DEFAULT_PREAMBLE
    from ..packing.tokens import load_counter
    from ..retrieve_and_pack import retrieve_and_pack, why_empty
    from ..retriever.hybrid import HybridRetriever
    from .explain_view import explain_view

    installation = Installation.open(scope)
    scopes = installation.read_scopes(scope)
    settings, counter = installation.settings, load_counter()
    if max_tokens is not None:
        settings = settings.model_copy(update={"graphrag_max_tokens": max_tokens})
    options = SearchOptions(not no_graph, max_results, min_graph_score)
    with installation.store() as store:
        read = store.read("scope_info", {"scopes": list(scopes)}, deadline_ms=_PATIENCE_S * 1000)
        known = store.run(read, timeout_s=_PATIENCE_S)
        if scope and not known:
            raise unknown_scope(scopes[0])
        vector, likeness, asks, used = _vector(installation, known, text, embedder)
        asked = Query(
            message=text,
            scopes=scopes,
            recalled=_recalled(seed or (), scopes),
            vector=vector,
            likeness=likeness,
            vector_scopes=_scopes_of(known, used, is_named=embedder is not None),
            asks=asks,
        )
        work = retrieve_and_pack(
            HybridRetriever(store, settings),
            asked,
            counter,
            DEFAULT_PREAMBLE,
            _PATIENCE_S * 1000,
            options=options,
        )
        retrieval, block = store.run(work, timeout_s=_PATIENCE_S)
    if retrieval.expansion_skipped != Reason.EMPTY_GRAPH:
        _check_seeds(seed or (), scopes, retrieval)

    if used and retrieval.vector_unused:
        print(f"a0-graphrag: the vector is not used: {retrieval.vector_unused}", file=sys.stderr)
        used = ""

    def words() -> None:
        if exact:
            write(f"{DEFAULT_PREAMBLE}\n{block.text}" if block.text else "")
        else:
            write(block.text or _no_block(scopes, why_empty(retrieval, block)))
        if explain:
            write(explain_view(retrieval, block, embedder=used))

    emit(
        {"block": asdict(block), "embedder": used, "retrieval": asdict(retrieval)},
        as_json=as_json,
        words=words,
    )


def _recalled(seeds: Sequence[str], scopes: Sequence[str]) -> tuple[RecalledDocument, ...]:
    """Return each seed as a document of each scope: which scope it is in is not known yet."""
    return tuple(
        RecalledDocument(key=graph_key(scope, seed), id=seed, text="")
        for seed in seeds
        for scope in scopes
    )


def _check_seeds(seeds: Sequence[str], scopes: Sequence[str], retrieval: Retrieval) -> None:
    """Check that each seed is a document; those that are stay in every result.

    Raises:
        SettingsError: One is not.
    """
    found = {entry.passage.id for entry in retrieval.passages}
    for seed in seeds:
        if seed not in found:
            raise SettingsError(
                f"there is no document {seed} in {' and '.join(scopes)}",
                "`query --explain` prints ids",
            )


def _no_block(scopes: Sequence[str], reason: str) -> str:
    if reason == Reason.EMPTY_GRAPH:
        return nothing_in(scopes)
    return f"nothing worth adding ({reason})"


def _vector(
    installation: Installation, known: Sequence[Row], text: str, embedder: str | None
) -> tuple[np.ndarray | None, Likeness | None, tuple[Ask, ...], str]:
    """Return the question's vector, what it resembles, what it asks, and the embedder's name.

    If the scope's own embedder cannot be had, a line on standard error says why, and words are
    searched alone: no vector, and an empty name.
    """
    from ..embedding.by_name import spec_of
    from ..embedding.endpoint import EndpointEmbedder
    from ..graph.ingest.batch_statements import INPUT_VECTORS
    from ..text.messages.likeness import ExampleMessages
    from ..text.messages.message_vectors import embed_asks, embed_in_english, embed_messages

    names = [info["embedder"] for info in known if info["embedder"]]
    name = embedder or next((name for name in names if name != INPUT_VECTORS), "")
    if not name:
        if names:
            print(
                "a0-graphrag: words alone, without vectors: these came with the ingested files; "
                "name with --embedder what made them",
                file=sys.stderr,
            )
        return None, None, (), ""
    try:
        made = installation.embedder(spec_of(name))
        vector: np.ndarray = embed_messages(made.embed, [text])[0]
    except GraphragError as error:
        if embedder is not None:
            raise
        print(f"a0-graphrag: words alone, without vectors: {error}", file=sys.stderr)
        return None, None, (), ""
    if isinstance(made, EndpointEmbedder):  # six more calls for each question, mostly billed
        return vector, None, embed_asks(made.embed, text), name
    [in_english] = embed_in_english(made.embed, [text])
    examples = ExampleMessages.embed(made.embed)
    asks = embed_asks(made.embed, text, examples)
    return vector, examples.likeness(in_english), asks, name


def _scopes_of(known: Sequence[Row], embedder: str, *, is_named: bool) -> tuple[str, ...]:
    """Return the scopes whose vectors are compared with the question's; none without a vector."""
    if not embedder:
        return ()
    return tuple(info["scope"] for info in known if is_named or info["embedder"] == embedder)
