"""Where a memory speaks of the user: "the user", "User's sister", "Die Nutzerin"."""

from __future__ import annotations

import re

from ...text.user_words import USER_WORDS
from ..records import SourceDocument
from .fact_tokens import Span

_ARTICLES = r"(?:(?:the|der|die|den|dem|el|la|il|le|o|a|de) |l['’])?"
_USER = re.compile(
    r"(?<![\w-])(?:the user|user(?=['’]s))(?![\w-])|(?:(?<=^)|(?<=\n)|(?<=[.!?;] ))user(?![\w-])"
    rf"|(?<![\w-]){_ARTICLES}(?:{'|'.join(sorted(USER_WORDS))})(?![\w-])",
    re.IGNORECASE,
)


def is_memory(document: SourceDocument) -> bool:
    """Whether a document is a memory of the user's: "we" in it means them, and "the user" too.

    In the page of a manual or a web page both are somebody else.
    """
    return not document.title and not document.file


def user_spans(text: str, user: str) -> list[Span]:
    """Find where a memory speaks of the user.

    Args:
        text: Its text.
        user: The user's entity id.
    """
    return [Span(user, *match.span()) for match in _USER.finditer(text)]
