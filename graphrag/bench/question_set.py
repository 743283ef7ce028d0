"""A question set in memory: its passages and questions with their vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..model import Ask, Likeness
from ..scopes import is_scope_name
from ..text.embedded_text import embedded_text
from ..text.messages.likeness import ExampleMessages
from ..text.messages.message_vectors import embed_asks, embed_in_english, embed_messages
from ..text.spelling.corrections import corrected
from ..text.spelling.vocabulary import Vocabulary
from .beir import CorpusPassage, Question, read_passages, read_questions
from .fact_tables import tables_of

if TYPE_CHECKING:
    from ..embedding import Embedder

OWNER = "bench"
"""In the place of an install's id in the name of a scope."""

_EMBED_BATCH = 256


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """A question set, and the scope that holds its graph.

    Attributes:
        path: Its folder, in the BEIR layout.
        passages: Its passages, in file order.
        questions: Its questions, in file order.
        vectors: The passages' vectors, shape (passages, dimension), rows of length 1.
        question_vectors: The questions' vectors, shape (questions, dimension), likewise.
        messages: What the graph is asked: the questions with the passages' words in place of
            misspelled ones.
        asked_vectors: Their vectors, with their English words.
        likeness: What each question resembles.
        asks: What each question asks, if these are several things.
        scope: The scope of its graph.
    """

    path: Path
    passages: tuple[CorpusPassage, ...]
    questions: tuple[Question, ...]
    vectors: np.ndarray
    question_vectors: np.ndarray
    messages: tuple[str, ...]
    asked_vectors: np.ndarray
    likeness: tuple[Likeness | None, ...]
    asks: tuple[tuple[Ask, ...], ...]
    scope: str


def load_question_set(
    path: Path,
    embedder: Embedder,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> QuestionSet:
    """Read a question set and embed it.

    Args:
        path: A folder in the BEIR layout.
        embedder: Makes the vectors.
        progress: Called with how many texts are embedded, and how many there are.

    Returns:
        The question set. Its scope is named by its content, so a changed folder is ingested again.

    Raises:
        IngestError: The folder cannot be read.
    """
    passages = read_passages(path)
    questions = read_questions(path)
    digest = hashlib.blake2b(embedder.name.encode(), digest_size=6)
    if passages:
        digest.update((path / "corpus.jsonl").read_bytes())
    for table in tables_of(path):
        digest.update(table.name.encode() + table.read_bytes())
    named = f"{OWNER}/{path.name}-{digest.hexdigest()}"
    texts = [embedded_text(p.title, p.text) for p in passages]
    total = len(texts) + len(questions)

    def embed(texts: Sequence[str], before: int) -> np.ndarray:
        parts = [np.zeros((0, embedder.dimension), np.float32)]
        for start in range(0, len(texts), _EMBED_BATCH):
            progress(before + start, total)
            parts.append(embedder.embed(texts[start : start + _EMBED_BATCH]))
        return np.concatenate(parts)

    asked = [question.text for question in questions]
    vocabulary = Vocabulary.of(passage.whole_text for passage in passages)
    messages = [corrected(text, vocabulary) for text in asked]
    examples = ExampleMessages.embed(embedder.embed)
    return QuestionSet(
        path=path,
        passages=passages,
        questions=questions,
        vectors=embed(texts, 0),
        question_vectors=embed(asked, len(texts)),
        messages=tuple(messages),
        asked_vectors=embed_messages(embedder.embed, messages),
        likeness=tuple(map(examples.likeness, embed_in_english(embedder.embed, messages))),
        asks=tuple(embed_asks(embedder.embed, text, examples) for text in messages),
        # A folder's name may have signs that a scope's must not.
        scope=named if is_scope_name(named) else f"{OWNER}/{digest.hexdigest()}",
    )
