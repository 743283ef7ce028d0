"""Texts that memories really hold and that are hard to read: keys, logs, listings, code."""

from __future__ import annotations

import base64
import itertools
import random
import uuid
from collections.abc import Callable, Iterator, Mapping

Make = Callable[[random.Random], Iterator[str]]


def realistic_texts(length: int) -> dict[str, str]:
    """Return one text of each kind by its name; the same in every run.

    Args:
        length: Their length, in characters.
    """
    return {name: _text(name, make, length) for name, make in _KINDS.items()}


def _text(name: str, make: Make, length: int) -> str:
    pieces: list[str] = []
    size = 0
    for piece in make(random.Random(name)):
        pieces.append(piece)
        size += len(piece)
        if size >= length:
            break
    return "".join(pieces)[:length]


def _forever(make: Callable[[random.Random], str]) -> Make:
    return lambda chance: (make(chance) for _ in itertools.count())


def _base64(chance: random.Random) -> str:
    return base64.b64encode(chance.randbytes(57)).decode()


def _base64url(chance: random.Random) -> str:
    return base64.urlsafe_b64encode(chance.randbytes(57)).decode()


def _jwt(chance: random.Random) -> str:
    return ".".join(_base64url(chance) for _ in range(3)) + " "


def _key(chance: random.Random) -> str:
    lines = "\n".join(_base64(chance)[:64] for _ in range(24))
    # In two parts, so that a search for secrets does not find it here.
    kind = "RSA " + "PRIVATE KEY"
    return f"-----BEGIN {kind}-----\n{lines}\n-----END {kind}-----\n"


def _fingerprint(sign: str) -> Callable[[random.Random], str]:
    def make(chance: random.Random) -> str:
        return sign.join(f"{byte:02X}" for byte in chance.randbytes(32)) + sign

    return make


def _letters(alphabet: str, length: int) -> Callable[[random.Random], str]:
    return lambda chance: "".join(chance.choices(alphabet, k=length))


def _guid(chance: random.Random) -> str:
    return str(uuid.UUID(bytes=chance.randbytes(16)))


def _pod(chance: random.Random) -> str:
    name = chance.choice(("checkout-api", "ledger-db", "kube-proxy", "coredns", "node-exporter"))
    suffix = _letters("bcdfghjklmnpqrstvwxz2456789", 9)(chance)
    return (
        f"default   {name}-{suffix[:9]}-{suffix[4:]}   1/1   Running   0   "
        f"{chance.randrange(99)}d   10.244.{chance.randrange(255)}.{chance.randrange(255)}\n"
    )


def _javascript(chance: random.Random) -> str:
    a, b, c = (_letters("abcdefgTX$_", 2)(chance) for _ in range(3))
    return (
        f"!function({a},{b}){{var {c}=[{a}.length,{b}[0]?'x':\"y\"];return {a}&&{a}.{b}||"
        f"{{get:function(){{return {c}[1]}}}}}}({a},`${{{b}}}`);"
    )


def _log(chance: random.Random) -> str:
    return (
        f"2025-03-{chance.randrange(10, 29)}T0{chance.randrange(9)}:14:07.{chance.randrange(999)}Z "
        f"ERROR [worker-{chance.randrange(99)}] com.example.Ledger - GET /v2/orders/"
        f"{chance.randrange(9999)}?page=2 failed: timeout (java.net.SocketTimeoutException)\n"
    )


def _contents(chance: random.Random) -> str:
    dots = "." * chance.randrange(20, 60)
    return f"{chance.randrange(9)}.{chance.randrange(9)} Installing the Server {dots} 17\n"


def _compound(chance: random.Random) -> str:
    parts = ("donau", "dampf", "schiff", "fahrts", "gesellschafts", "kapitäns", "mützen", "größen")
    return "".join(chance.choices(parts, k=40)).capitalize() + " "


def _slug(chance: random.Random) -> str:
    words = ("how", "to", "run", "the", "api", "server", "with", "docker", "2024", "prod", "db")
    return "-".join(chance.choices(words, k=30)) + "-"


def _url(chance: random.Random) -> str:
    return (
        f"https://example.com/{'/'.join(_slug(chance)[:20] for _ in range(4))}?q={_guid(chance)}&"
    )


def _prose(chance: random.Random) -> str:
    names = ("Mara Holt", "Ledger Team", "J. K. Rowling", "New York", "Dr. Berg", "Berlin Office")
    verbs = ("depends on", "is owned by", "uses", "prefers", "moved to", "is hosted on", "met")
    return (
        f"{chance.choice(names)} {chance.choice(verbs)} {chance.choice(names)} since "
        f"{chance.randrange(1, 28)} March 2021, two weeks ago (also known as "
        f"{chance.choice(names)}). The user likes tea. "
    )


def _headings(chance: random.Random) -> str:
    return f"{'#' * chance.randrange(1, 7)} Part {chance.randrange(99)} {'#' * 9}\n\nText. More.\n"


def _table_row(chance: random.Random) -> str:
    return "| " + " | ".join(_letters("abc 12", 6)(chance) for _ in range(6)) + " |\n"


def _json(chance: random.Random) -> str:
    return f'{{"id":"{_guid(chance)}","tags":["a","b"],"n":{chance.random()},"o":{{'


def _repeated(piece: str) -> Make:
    return lambda _: itertools.repeat(piece)


_KINDS: Mapping[str, Make] = {
    "base64": _forever(_base64),
    "base64url": _forever(_base64url),
    "tokens (JWT)": _forever(_jwt),
    "private keys": _forever(_key),
    "fingerprints with dashes": _forever(_fingerprint("-")),
    "fingerprints with colons": _forever(_fingerprint(":")),
    "GUIDs with dashes only": _forever(lambda chance: _guid(chance) + "-"),
    "GUIDs on lines": _forever(lambda chance: _guid(chance) + "\n"),
    "pods": _forever(_pod),
    "minified JavaScript": _forever(_javascript),
    "log": _forever(_log),
    "table of contents": _forever(_contents),
    "DNA": _forever(_letters("ACGT", 60)),
    "DNA in lower case": _forever(_letters("acgt", 60)),
    "digits": _forever(_letters("0123456789", 60)),
    "numbers": _forever(lambda chance: f"{chance.randrange(9999)} "),
    "versions": _forever(lambda chance: f"{chance.randrange(99)}."),
    "long compounds": _forever(_compound),
    "slug": _forever(_slug),
    "addresses": _forever(_url),
    "prose": _forever(_prose),
    "headings": _forever(_headings),
    "Markdown table": _forever(_table_row),
    "JSON": _forever(_json),
    "Chinese": _forever(_letters("的一是不了人我在有他这为之大来以个中上们。，年月日", 60)),
    "Japanese": _forever(_letters("あいうえおアイウエオ東京都市日本語。、今週前", 60)),
    "Thai": _forever(_letters("กขคงจฉชซญดตถ\u0e31\u0e34\u0e35\u0e48\u0e49", 60)),
    "Korean": _forever(_letters("가나다라마바사아자차 년월일", 60)),
    "emoji": _forever(_letters("🙂🚀👩\u200d💻\ufe0f ", 60)),
    "one letter with marks": lambda _: itertools.chain(
        ("e",), itertools.repeat("\u0316\u0301\u0327\u0308")
    ),
    "one Thai letter with marks": lambda _: itertools.chain(
        ("\u0e01",), itertools.repeat("\u0e49\u0e38")
    ),
    "ligatures": _repeated("\ufdfa"),
    "kebab with a symbol": lambda _: itertools.chain(("k",), itertools.repeat("-1"), ("@",)),
    "capitalised words": _repeated("Ab "),
    "initials": _repeated("A. "),
    "short forms": _repeated("No. "),
    "gaps in a heading": lambda _: itertools.chain(("# a",), itertools.repeat(" " * 3000 + "x")),
    "spaces after an angle": lambda _: itertools.chain(("<<",), itertools.repeat(" ")),
    "labels": _repeated("A: "),
    "articles": _repeated("The "),
    "verbs": _repeated("X uses Y "),
    "likes": _repeated("the user likes a "),
    "aliases": _repeated("Ab Cd (AC), also known as Ef Gh "),
    "quoted words": _repeated('"a" '),
    "words in backticks": _repeated("`ab` "),
    **{
        f"repeated {piece!r}": _repeated(piece)
        for piece in (
            *(" ", "\n", "a", "A", "1", "_", "-", ".", "/", "#", "(", "[", "<", "{", "|", "`", '"'),
            *(
                "'",
                "§",
                "日",
                "0日",
                "< ",
                "# ",
                ". ",
                "a-",
                "a/",
                "a_",
                "A-",
                "Aa",
                "\n ",
                "May ",
                "1 ",
            ),
            *("graphrag_context_", "system ", "user ", "#\n", "。"),
        )
    },
}
