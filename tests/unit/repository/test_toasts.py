"""What the pages of the plugin say with the host's toasts, which the host draws as HTML."""

from __future__ import annotations

import html
from html.parser import HTMLParser

import pytest

from ...support.web_store import WEBUI, run_in_node

TOASTS = WEBUI / "toasts.js"

SAY = """
import vm from "node:vm";
const [source, words] = JSON.parse(process.argv[1]);
const told = [];
const tools = ["toastFrontendError", "toastFrontendInfo", "toastFrontendSuccess"];
const toasts = new vm.SourceTextModule(source);
await toasts.link(() => new vm.SyntheticModule(tools, function () {
  for (const tool of tools) this.setExport(tool, (message) => told.push(message));
}));
await toasts.evaluate();
toasts.namespace.tell(words);
toasts.namespace.tellSuccess(words);
toasts.namespace.complain(words);
toasts.namespace.complain(new Error(words));
console.log(JSON.stringify(told));
"""


def messages_of(words: str) -> list[str]:
    """Return what the host is handed when the pages say something."""
    found: list[str] = run_in_node(SAY, TOASTS.read_text(encoding="utf-8"), words)
    return found


class Elements(HTMLParser):
    """Collects the elements of a text that is read as HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append(tag)


@pytest.mark.parametrize(
    "words", ["<img src=x onerror=alert(1)>", "a <b>name</b> & <svg/onload=alert(1)>", "1 < 2 &lt;"]
)
def test_a_name_of_the_graph_in_a_message_stays_text(words):
    messages = messages_of(words)
    assert len(messages) == 4
    for message in messages:
        assert Elements(message).found == []
        assert html.unescape(message) == words
