"""The tab "Graph" of the screen: pictures around a name, a memory or a question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .asked import text_asked
from .open_graph import open_graph

_WANTED = {"name": 1000, "entity": 400, "memory": 1000, "query": 1000}
"""What may be asked for, and its maximum number of characters."""


def picture_frame() -> str:
    """Return the page that draws pictures; the screen sends them to it."""
    from ...view.html_page import picture_page

    return picture_page(None)


def picture(
    plugin_config: Mapping[str, Any] | None, folder: str, asked: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a picture, ready for JSON; blocking.

    Args:
        plugin_config: The settings as saved.
        folder: The host's memory folder.
        asked: ``name``, ``entity``, ``memory`` or ``query``; nothing for the most mentioned names.

    Returns:
        ``picture``.

    Raises:
        GraphragError: There is no such picture.
    """
    with open_graph(plugin_config, folder) as graph:
        from ...view import Wanted, draw

        given = {name: text_asked(asked, name)[:most] for name, most in _WANTED.items()}
        wanted = Wanted(**given)
        found = graph.run(draw(graph.store, graph.settings, graph.scopes, wanted))
    return {"picture": found.as_json()}
