"""The vectors of messages: with their English words, and with more of what asks in a long one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...model import Ask
from ..languages.english_vectors import Embed, mean_of_both, mixed_with_english
from ..languages.english_words import english_message
from .asking_part import asking_part
from .asks import asks

if TYPE_CHECKING:
    import numpy as np

    from .likeness import ExampleMessages

ASKING_SHARE = 0.4
"""Share of the part that asks in the vector of a long message."""


def embed_messages(embed: Embed, messages: Sequence[str]) -> np.ndarray:
    """Return the vectors of messages, with their English words, function words among them.

    "how", "when" and "have I" are much of a question, and little of what answers it.

    Args:
        embed: The embedding model.
        messages: Messages in any language.

    Returns:
        Shape (messages, dimension), rows of length 1.
    """
    vectors = mixed_with_english(embed, messages, english_message)
    asking = {
        place: part
        for place, message in enumerate(messages)
        if (part := asking_part(message).text) != message
    }
    if asking:
        vectors = vectors.copy()
        places = list(asking)
        parts = mixed_with_english(embed, list(asking.values()), english_message)
        vectors[places] = mean_of_both(vectors[places], parts, ASKING_SHARE)
    return vectors


def embed_asks(
    embed: Embed, message: str, examples: ExampleMessages | None = None
) -> tuple[Ask, ...]:
    """Return the several things that a message asks, with their vectors; none if it asks one.

    Args:
        embed: The embedding model.
        message: A message in any language.
        examples: What they are compared with, embedded by the same model.
    """
    parts = asks(message)
    if not parts:
        return ()
    texts = [part.text for part in parts]
    vectors = mixed_with_english(embed, texts, english_message)
    compared = embed([english_message(text) or text for text in texts]) if examples else vectors
    return tuple(
        Ask(part.text, part.spans, vector, examples.likeness(said) if examples else None)
        for part, vector, said in zip(parts, vectors, compared, strict=True)
    )


def embed_in_english(embed: Embed, messages: Sequence[str]) -> np.ndarray:
    """Return the vectors of what asks in messages, in other languages of its English words alone.

    With these a message is compared with others whose content is another, such as examples.

    Args:
        embed: The embedding model.
        messages: Messages in any language.

    Returns:
        Shape (messages, dimension), rows of length 1.
    """
    parts = [asking_part(message).text for message in messages]
    return embed([english_message(part) or part for part in parts])
