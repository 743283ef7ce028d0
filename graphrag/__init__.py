"""Graph memory for Agent Zero: the fact two links away, beside what similarity recalls."""

from ._version import __version__

__all__ = ["__version__"]
