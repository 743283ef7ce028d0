"""Work on one of many documents: one with which something fails must not stop the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

OnFailure = Callable[[str, Exception], None]
"""Takes the id of a document with which something failed, and the error."""


def attempt(document_id: str, work: Callable[[], T], on_failure: OnFailure | None) -> T | None:
    """Return what is done with a document.

    Args:
        document_id: Its id.
        work: Does it.
        on_failure: Called if that fails; None to raise the error.

    Returns:
        The result; None if it failed.
    """
    try:
        return work()
    except Exception as error:
        if on_failure is None:
            raise
        on_failure(document_id, error)
        return None
