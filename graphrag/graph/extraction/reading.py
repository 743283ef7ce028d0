"""What one document says by itself, whatever the other documents of its scope say."""

from __future__ import annotations

from dataclasses import dataclass

from ...text.names.name_evidence import NameEvidence, name_evidence
from ...text.prose import prose
from ...text.words import each_once, normalize_name, words
from ..records import SourceDocument
from .names.aliases import stated_aliases
from .names.code_tokens import CodeToken, code_tokens
from .names.file_codes import file_codes
from .names.file_names import file_evidence
from .names.link_tokens import LinkToken, case_tokens, link_tokens
from .names.nicknames import nicknames
from .names.other_scripts import names_in_two_scripts
from .names.phrases import phrase_spans
from .names.plain_names import plain_names
from .names.rare_words import RareWord, rare_words
from .names.short_names import acronyms
from .names.topic_names import LowerUses, lower_uses


@dataclass(frozen=True, slots=True)
class Reading:
    """What one document says by itself.

    Attributes:
        evidence: What it shows about names.
        codes: Its code-like tokens.
        plain: Lower-case words that a verb makes a name, normalised.
        aliases: (full name, other name) pairs, as written.
        nicknames: Those of them that it gives in so many words.
        phrases: Its phrases, normalised.
        tokens: Words that may link it to other memories.
        rare: Lower-case words that may be names.
        lower: How it uses its lower-case words.
        words: All of its words, normalised, those of the title included.
    """

    evidence: NameEvidence
    codes: tuple[CodeToken, ...]
    plain: tuple[str, ...]
    aliases: tuple[tuple[str, str], ...]
    nicknames: tuple[tuple[str, str], ...]
    phrases: tuple[str, ...]
    tokens: tuple[LinkToken, ...]
    rare: tuple[RareWord, ...]
    lower: LowerUses
    words: tuple[str, ...]


def read_document(document: SourceDocument) -> Reading:
    """Read a document by itself."""
    text = document.text
    if document.file:
        return _read_passage_of_file(document)
    evidence = name_evidence(document.title, text)
    stated = stated_aliases(text)
    given: list[tuple[str, str]] = []
    if is_memory(document):
        names = [*evidence.phrases.values(), *evidence.doubtful.values()]
        given = nicknames(text, names)
        stated += [
            *given,
            *names_in_two_scripts(text, names),
            *acronyms(text, evidence.phrases),
        ]
    rare = tuple(rare_words(document.title, text))
    links = {(word.norm, word.start): word for word in link_tokens(document.title, text)}
    links |= {(w.norm, w.start): LinkToken(w.norm, w.text, w.start) for w in rare if w.rare}
    for token in case_tokens(text, tuple(links.values())):
        links.setdefault((token.norm, token.start), token)
    return Reading(
        evidence=evidence,
        codes=tuple(code_tokens(text, short=not document.title)),
        plain=tuple(sorted({normalize_name(word) for word in plain_names(text)} - {""})),
        aliases=tuple(sorted(set(stated))),
        nicknames=tuple(given),
        phrases=each_once(norm for norm, _, _ in phrase_spans(document.title, text)),
        tokens=tuple(links.values()),
        rare=rare,
        lower=lower_uses(document.title, text),
        words=each_once(word.norm for word in words(f"{document.title}\n{text}")),
    )


def _read_passage_of_file(document: SourceDocument) -> Reading:
    """Read a passage of a file: its title is a heading and no name, and its code is no prose."""
    text = prose(document.text)
    return Reading(
        evidence=file_evidence(document.text),
        codes=tuple(file_codes(document.text)),
        plain=(),
        aliases=tuple(sorted(set(stated_aliases(text)))),
        nicknames=(),
        phrases=(),
        tokens=(),
        rare=(),
        lower=LowerUses(),
        words=each_once(word.norm for word in words(f"{document.title}\n{document.text}")),
    )


def is_memory(document: SourceDocument) -> bool:
    """Whether a document is a memory of the user's: "we" in it means them, and "the user" too.

    In the page of a manual or a web page both are somebody else.
    """
    return not document.title and not document.file


def readable(document: SourceDocument) -> str:
    """Return what of a document's text is read for names: all, or of a file its prose."""
    return prose(document.text) if document.file else document.text
