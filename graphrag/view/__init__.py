"""Pictures of the graph: a bounded neighbourhood as data, and a page that shows it."""

from .picture import MAX_ENTITIES, MAX_MEMORIES, Picture, PictureEdge, PictureNode
from .reading import Wanted, draw

__all__ = [
    "MAX_ENTITIES",
    "MAX_MEMORIES",
    "Picture",
    "PictureEdge",
    "PictureNode",
    "Wanted",
    "draw",
]
