"""The page that shows a picture: one self-contained HTML file, which loads nothing.

Graph text is untrusted. The data is JSON in which no tag can end or begin, the script writes it as
text only, and the page's own policy runs no other script and reaches no other place.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
from importlib import resources

from .picture import Picture

_ESCAPED = {sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def picture_page(picture: Picture | None) -> str:
    """Return the HTML page of a picture.

    Args:
        picture: What it shows; None for a page that gets its pictures from the page around it.
    """
    data = "null" if picture is None else json.dumps(picture.as_json(), ensure_ascii=False)
    data = "".join(_ESCAPED.get(sign, sign) for sign in data)
    before, after = _frame().split("{{data}}")
    return before + data + after


@functools.cache
def _frame() -> str:
    """Return the page with a gap for the data."""
    library, script = _asset("cytoscape.min.js"), _asset("picture.js")
    policy = (
        f"default-src 'none'; script-src {_hash(library)} {_hash(script)}; "
        "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    frame = _asset("picture.html")
    for gap, content in (
        ("{{policy}}", policy),
        ("{{style}}", _asset("picture.css")),
        ("{{library}}", library),
        ("{{script}}", script),
    ):
        frame = frame.replace(gap, content)
    return frame


def _hash(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _asset(name: str) -> str:
    return (resources.files(__package__) / "assets" / name).read_text(encoding="utf-8")
