"""The page of a picture: one file that loads nothing and runs nothing from the graph."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

from graphrag.view import Picture, PictureEdge, PictureNode
from graphrag.view.html_page import picture_page

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!-- <script>",
    "<img src=x onerror=alert(1)>",
    "\u2028'\"\\ {{script}} {{data}} ${alert(1)}",
    "]]></style><svg/onload=alert(1)>",
]


class Page(HTMLParser):
    """Collects the elements of a page, and what its scripts hold."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self._inside = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._inside = tag == "script"

    def handle_endtag(self, tag):
        self._inside = False

    def handle_data(self, data):
        if self._inside:
            self.scripts.append(data)


def picture(text: str) -> Picture:
    node = PictureNode(f"name:{text}", "entity", text, text, text=text, aliases=(text,))
    memory = PictureNode("k", "memory", text, "main", text=text, source=text)
    return Picture(text, (node, memory), (PictureEdge("k", node.id, "fact", text),))


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_the_graph_stays_data(text):
    shown = picture(text)
    page, empty = Page(picture_page(shown)), Page(picture_page(None))
    assert page.elements == empty.elements
    [data] = [s for s in page.scripts if s not in empty.scripts]
    assert json.loads(data) == json.loads(json.dumps(shown.as_json()))


def test_the_page_loads_nothing():
    page = Page(picture_page(picture("Mara")))
    for tag, attributes in page.elements:
        assert not {"src", "href", "srcset", "action"} & set(attributes), tag
        assert not any(name.startswith("on") for name in attributes)


def test_only_the_scripts_of_the_page_may_run():
    page = Page(picture_page(picture("Mara")))
    [policy] = [
        attributes["content"]
        for tag, attributes in page.elements
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    allowed = set(re.findall(r"'sha256-([^']+)'", policy.split("script-src")[1].split(";")[0]))
    run = [script for script in page.scripts if not script.startswith("{")]
    assert allowed == {
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in run
    }
    assert "default-src 'none'" in policy
