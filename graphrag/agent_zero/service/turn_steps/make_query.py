"""A turn's request becomes a query: recalled documents, the question's vector, nearest memories.

The vector search of the memory folder's own scope is here, in the host's index; ``pin`` searches
the vectors of the shared scope, and of a folder whose memories are mixed with English words.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from ....model import Ask, Likeness, Query, RecalledDocument, graph_key
from ....text.spelling.corrections import corrected
from ...host.extras import MEMORIES, SOLUTIONS
from ...host.index import IndexView, Kind, recover_ids
from ...host.manual import is_of_manual
from ...turn_data import TurnRequest
from .message_vectors import MessageVectors

if TYPE_CHECKING:
    import numpy as np

    from ....text.messages.likeness import ExampleMessages
    from ....text.spelling.vocabulary import Vocabulary
    from ...host.question_embedder import Policy, QuestionEmbedder


def make_query(
    request: TurnRequest,
    scopes: tuple[str, str],
    view: IndexView | None,
    embedder: QuestionEmbedder,
    policy: Policy,
    examples: ExampleMessages | None = None,
    vocabulary: Vocabulary | None = None,
) -> Query:
    """Return the query of a turn; blocking, for at most half of the turn's budget.

    The question is embedded if the policy allows it and the host's embedder is quick enough; one in
    another language with its English words, a long one with what of it asks, and each of several
    things that it asks, if these are quick enough too. Otherwise the mean of the recalled
    documents' vectors stands for it, without the pages of the host's manual: 2.x recalls some of
    these for messages of any kind.

    Args:
        request: What the turn asks.
        scopes: The scope of the memory folder, and the shared one.
        view: The host's memory index; None while the host has not opened it.
        embedder: Embeds the question.
        policy: Whether the question may be embedded.
        examples: The example messages, once the same embedder has embedded them.
        vocabulary: The words of the memories, once they are known. They replace misspelled words of
            the message.

    Raises:
        DeadlineError: The turn's budget is spent.
    """
    scope, shared = scopes
    today = date.today()
    if view is None:
        return Query(request.message, scopes, today)
    message = request.message
    if vocabulary is not None:
        message = corrected(message, vocabulary)
    asked = MessageVectors(message, embedder, view.embedder, policy)
    recalled = _recalled_ids(request, view)
    ends = time.monotonic() + min(request.budget_ms / 2000, request.seconds_left())
    vector, compared = asked.wait(ends - time.monotonic())
    likeness = None
    asks: tuple[Ask, ...] = ()
    if vector is None or view.dimension not in (None, len(vector)):
        vector = view.mean_of(
            identifier
            for identifier in recalled
            if not is_of_manual(view.documents[identifier].metadata, request.root)
        )
    else:
        asks = asked.wait_for_asks(ends - time.monotonic(), examples)
        if examples is not None and compared is not None:
            likeness = examples.likeness(compared)
        if request.search is not None:  # no message of the user
            likeness = _without_memory(likeness)
            asks = tuple(replace(ask, likeness=_without_memory(ask.likeness)) for ask in asks)
    return Query(
        message,
        scopes,
        today,
        recalled=tuple(_recalled(view, scope, identifier, vector) for identifier in recalled),
        vector=vector,
        nearest=_nearest(view, scope, (vector, *(ask.vector for ask in asks))),
        likeness=likeness,
        vector_scopes=() if vector is None else (shared,),
        asks=asks,
    )


def _without_memory(likeness: Likeness | None) -> Likeness | None:
    return None if likeness is None else replace(likeness, memory=0.0)


def _recalled_ids(request: TurnRequest, view: IndexView) -> list[str]:
    entries: tuple[tuple[Kind, str], ...] = (
        (MEMORIES, request.memories),
        (SOLUTIONS, request.solutions),
    )
    found: dict[str, None] = {}
    for kind, text in entries:
        if text:
            wording = request.wordings.get(kind, ("", ""))
            found.update(dict.fromkeys(recover_ids(text, view.texts, kind, wording)))
    return list(found)


def _recalled(
    view: IndexView, scope: str, identifier: str, vector: np.ndarray | None
) -> RecalledDocument:
    of_document = view.vector(identifier)
    cosine = None if of_document is None or vector is None else float(of_document @ vector)
    text = view.documents[identifier].page_content
    return RecalledDocument(graph_key(scope, identifier), identifier, text, cosine)


def _nearest(view: IndexView, scope: str, vectors: Iterable[np.ndarray | None]) -> tuple[str, ...]:
    """Return the keys of the memories nearest to the first vector, then of those to the others."""
    from ....ranking.similarity import CANDIDATES_EACH, centred_question

    found: dict[str, None] = {}
    for vector in vectors:
        if vector is not None:
            near = view.nearest(centred_question(vector, view.mean), CANDIDATES_EACH)
            found.update(dict.fromkeys(near))
    return tuple(graph_key(scope, identifier) for identifier in found)
