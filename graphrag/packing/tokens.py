"""How many tokens a text takes, without ever downloading anything.

``cl100k_base`` is used where it is already on the machine: loaded in this process, in tiktoken's
cache, or as the copy that litellm contains. Elsewhere an estimate is used, which counts too many
rather than too few.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

CountTokens = Callable[[str], int]
"""Counts the tokens of a text: a ``TokenCounter``, or any function."""

ENCODING = "cl100k_base"
LETTERS_PER_TOKEN = 3
LONGEST_WORD = 16
LONGEST_CAPITALS = 7
"""A longer run of letters, or of capitals, is no word but a key or a sequence (ACGTACGGT)."""
DIGITS_PER_TOKEN = 3
LETTERS_PER_LONG_TOKEN = 8
"""Text whose tokens are longer on average is rare."""
TOKENS_OF_CUT_WORD = 16
_CACHE_VARIABLE = "TIKTOKEN_CACHE_DIR"
# tiktoken names a cached file by the SHA-1 of its address; the content is checked by SHA-256.
_CACHE_FILE = "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"
_SHA256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
_LITELLM_FOLDERS = ("litellm_core_utils/tokenizers", "llms/tokenizers")

_LOCK = threading.Lock()
_PIECE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+| ?[0-9]+|\s+|[^\sA-Za-z0-9]")
_AFTER_SPACE = re.compile(r"(?<!\s) (?=([^\x00-\x7f]))")


@dataclass(frozen=True, slots=True)
class TokenCounter:
    """A way to count tokens, with its name: figures of two counters cannot be compared.

    Attributes:
        name: ``cl100k_base`` or ``estimate``.
        count: Returns the tokens of a text.

    Example:
        ::

            counter = load_counter()
            print(counter("How many tokens?"), "by", counter.name)
    """

    name: str
    count: CountTokens

    def __call__(self, text: str) -> int:
        """Return the tokens of a text."""
        return self.count(text)


def load_counter() -> TokenCounter:
    """Load the best counter on this machine. It takes up to half a second: not inside a turn.

    Returns:
        The counter ``cl100k_base`` if it is on this machine, otherwise ``estimate_tokens``.
    """
    encode = _encoder()
    if encode is None:
        return estimate_tokens

    def count(text: str) -> int:
        return len(encode(text))

    return TokenCounter(ENCODING, count)


def counter_up_to(limit: int, counter: CountTokens) -> CountTokens:
    """Return a counter for one block, which reads no more of a long text than it must.

    Args:
        limit: The block's budget; above it the exact number does not matter.
        counter: Counts tokens.

    Returns:
        A counter that returns the tokens of a text, and for one above the limit any number above
        it. It remembers what it counted.
    """

    def count(text: str) -> int:
        beginning = text[: limit * LETTERS_PER_LONG_TOKEN]
        if len(beginning) < len(text):
            # The last word of the beginning is cut, which may take a few tokens more.
            tokens = counter(beginning)
            if tokens > limit + TOKENS_OF_CUT_WORD:
                return tokens
        return counter(text)

    return cache(count)


def _estimate(text: str) -> int:
    """Estimate how many tokens a text takes, too many rather than too few.

    A word takes one token for each three letters, and one more if capitalised; a capital within it
    begins another word, as in keys and base64. A run that is too long for a word takes two tokens
    for each three letters. Three digits take one, a space before them one, any other sign one, and
    a character outside ASCII as many as it has bytes, at most three. On English text that is 1.5
    times the count of ``cl100k_base``.

    Args:
        text: Any string.

    Returns:
        The estimate.
    """
    total = sum(map(_piece_tokens, _PIECE.findall(text)))
    # A space is part of the token of the next word, but not of a number, in any script.
    return total if text.isascii() else total + sum(map(str.isdigit, _AFTER_SPACE.findall(text)))


def _piece_tokens(piece: str) -> int:
    first = piece[0]
    if first.isalpha() and first.isascii():
        letters = len(piece)
        if letters > (LONGEST_CAPITALS if piece.isupper() else LONGEST_WORD):
            letters *= 2
        return (letters // LETTERS_PER_TOKEN or 1) + first.isupper()
    if piece == " ":
        return 0
    if piece[-1].isdigit() and piece[-1].isascii():
        spaces = piece.count(" ")
        return -(-(len(piece) - spaces) // DIGITS_PER_TOKEN) + spaces
    if first.isspace():
        return 2
    return 1 if first.isascii() else min(3, len(first.encode("utf-8", "replace")))


estimate_tokens = TokenCounter("estimate", _estimate)
"""Estimates how many tokens a text takes, too many rather than too few."""


def _encoder() -> Callable[[str], list[int]] | None:
    try:
        return _encoder_on_this_machine()
    except Exception:  # no tiktoken, or a broken or foreign one: the estimate serves
        return None


def _encoder_on_this_machine() -> Callable[[str], list[int]] | None:
    import tiktoken.registry

    loaded = tiktoken.registry.ENCODINGS.get(ENCODING)
    if loaded is not None:
        return loaded.encode_ordinary
    folder = next((folder for folder in _folders() if _is_intact(folder / _CACHE_FILE)), None)
    if folder is None:
        return None
    # tiktoken reads the checked file from its cache folder, and downloads nothing.
    with _LOCK:
        before = os.environ.get(_CACHE_VARIABLE)
        os.environ[_CACHE_VARIABLE] = str(folder)
        try:
            return tiktoken.get_encoding(ENCODING).encode_ordinary
        finally:
            if before is None:
                del os.environ[_CACHE_VARIABLE]
            else:
                os.environ[_CACHE_VARIABLE] = before


def _folders() -> Iterator[Path]:
    for variable in (_CACHE_VARIABLE, "DATA_GYM_CACHE_DIR"):
        if os.environ.get(variable):
            yield Path(os.environ[variable])
    yield Path(tempfile.gettempdir()) / "data-gym-cache"
    for folder in _litellm_folders():
        yield from (folder / name for name in _LITELLM_FOLDERS)


def _litellm_folders() -> list[Path]:
    # Found without importing it: that would take seconds.
    try:
        module = sys.modules.get("litellm")
        spec = module.__spec__ if module is not None else importlib.util.find_spec("litellm")
    except (ImportError, ValueError, AttributeError):
        return []
    return [Path(place) for place in (spec.submodule_search_locations or ())] if spec else []


def _is_intact(path: Path) -> bool:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() == _SHA256
    except OSError:
        return False
