r"""Graph text made harmless: in the prompt it stays data, whatever it says.

Text in the graph comes from conversations, files and web pages. It must not open or close the
block's sentinels, expand the host's templates (``{{ include 'file' }}``) or placeholders
(``§§secret(KEY)``, ``§§include(path)``), hide characters from the reader, or look like a turn of
the system, the user or a tool. ``clean`` gives one line that does none of this and reads the same
otherwise. It is idempotent, so text may be cleaned on the way in and again on the way out.
"""

from __future__ import annotations

import re

from ..text.nfkc import nfkc

# Line breaks of every kind. They are kept as "\n" until the markers at line starts are gone.
_LINE_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")

# Control, format (bidirectional, zero-width, tags), invisible fillers, variation selectors and
# non-characters. They are no text, and can hide instructions from the reader.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f"
    "\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACES = re.compile(r"\s+")

_OPEN_BRACES = re.compile(r"\{(?=\{)")
_CLOSE_BRACES = re.compile(r"\}(?=\})")
_PLACEHOLDER = re.compile("§(?=§)")
_SENTINEL = re.compile(r"graphrag[\W_]*context[\W_]*block", re.IGNORECASE)
_BROKEN = "graphrag-block"

# Delimiters of chat templates: <|im_start|>, <｜User｜>, [INST], <<SYS>>, <start_of_turn> ...
_CHAT_TOKEN = re.compile(r"<(?=\s*[|｜])|(?<=[|｜])\s*>|<<(?=\s*+/?\s*+sys)", re.IGNORECASE)
_QUOTES = "\"'“”‘’«»„「『"
_ROLE = r"(?:system|user|assistant|human|developer|tool|function|ai|model)"
_ROLE_TAG = re.compile(
    rf"<(\s*+/?\s*+(?:{_ROLE}|start_of_turn|end_of_turn|s|instructions?|"
    r"tool_(?:call|response|result)s?)\b[^<>]{0,40})>",
    re.IGNORECASE,
)
_BRACKET_TAG = re.compile(
    rf"\[(\s*+/?\s*+(?:inst|extras|{_ROLE})(?:\s++(?:message|prompt))?\s*+)\]", re.IGNORECASE
)
# "system:" where a line, a sentence or a quotation begins; not the end of "operating system:".
# A line ends at "↵", too, and what stands after "…" may have been the beginning of one. The runs
# are bounded: unbounded ones would take quadratic time on a hostile text.
_ROLE_HEAD = re.compile(
    rf"((?:^|[.!?:;。！？；：…>|)\]}}*#`•↵⏎{_QUOTES}-])[\s*_#>`({{\[•·→–—{_QUOTES}-]{{0,9}})\b({_ROLE}"
    r"(?:[ _](?:message|prompt|instructions?))?[\s\"'*_`]{0,9})[:：]",
    re.IGNORECASE | re.MULTILINE,
)
# The keys under which the host itself hands system messages and tool calls to the model.
_HOST_KEY = re.compile(
    r"\b(system|user|tool)_(message|intervention|name|args|result)\b", re.IGNORECASE
)
_HEADING = re.compile(r"^(?:[ \t]*+#{1,6}+[ \t]++)++", re.MULTILINE)

# Most names, sentences and facts: every pattern above needs another character, the word "graphrag",
# or a role and a colon.
_HARMLESS = re.compile(r"[A-Za-z0-9,.;:!?'()/>-]+(?: [A-Za-z0-9,.;:!?'()/>-]+)*")
_ROLE_WORD = re.compile(rf"\b{_ROLE}", re.IGNORECASE)

_BEGINNING = 100
"""Most texts have a letter among so many first characters."""

# Only hostile nesting takes more rounds; without these signs, nothing of it is left.
_MAX_ROUNDS = 8
_NESTING = re.compile(r"[<>\[\]#:：]")


def clean(text: str) -> str:
    """Return a text from the graph as one harmless line.

    Args:
        text: Any text, of any length, broken Unicode included.

    Returns:
        The text on one line, without invisible characters, host templates, placeholders, sentinels
        or role markers; encodable as UTF-8.
    """
    if _is_harmless(text):
        return text
    text = _SURROGATE.sub("\ufffd", text)
    text = _INVISIBLE.sub("", text)
    text = _LINE_BREAK.sub("\n", text)
    for _ in range(_MAX_ROUNDS):
        before, text = text, _clean_once(text)
        if text == before:
            return text
    return _clean_once(_NESTING.sub(" ", text))


def _is_harmless(text: str) -> bool:
    """Whether a glance shows that nothing is to be cleaned; this saves most of the time."""
    if not _HARMLESS.fullmatch(text) or "graphrag" in text.lower():
        return False
    return ":" not in text or not _ROLE_WORD.search(text)


def is_blank(text: str) -> bool:
    """Whether ``clean`` leaves nothing of a text: it has white space and invisible characters only.

    Args:
        text: Any text.
    """
    return not any(map(str.isalnum, text[:_BEGINNING])) and not clean(text)


def defuse_templates(text: str) -> str:
    """Break the host's template and placeholder syntax, and change nothing else.

    This is the second check, on a whole block: two harmless pieces may be harmful side by side.

    Args:
        text: Any text.

    Returns:
        The text without two braces or section signs in a row.
    """
    text = _OPEN_BRACES.sub("{ ", text)
    text = _CLOSE_BRACES.sub("} ", text)
    return _PLACEHOLDER.sub("§ ", text)


def _clean_once(text: str) -> str:
    text = _SPACES.sub(" ", _defuse_roles(_HEADING.sub("", text))).strip()
    return defuse_templates(text)


def _break_sentinels(text: str) -> str:
    """Break the sentinels, also those in letters that NFKC makes plain ones (full-width, bold)."""
    text = _SENTINEL.sub(_BROKEN, text)
    if text.isascii() or not _SENTINEL.search(nfkc(text)):
        return text
    plain = [nfkc(character) for character in text]
    places = [place for place, letters in enumerate(plain) for _ in letters]
    pieces: list[str] = []
    start = 0
    for match in _SENTINEL.finditer("".join(plain)):
        pieces += [text[start : places[match.start()]], _BROKEN]
        start = places[match.end() - 1] + 1
    return "".join([*pieces, text[start:]])


def _defuse_roles(text: str) -> str:
    text = _break_sentinels(text)
    text = _CHAT_TOKEN.sub(" ", text)
    text = _ROLE_TAG.sub(r"(\1)", text)
    text = _BRACKET_TAG.sub(r"(\1)", text)
    text = _HOST_KEY.sub(r"\1 \2", text)
    return _ROLE_HEAD.sub(r"\1\2 -", text)
