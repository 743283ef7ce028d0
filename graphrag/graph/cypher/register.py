"""Where templates are written down by name, until the list is closed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...store.writer import WriteTemplate


class TemplateRegister:
    """Makes the templates of one module and knows them all."""

    def __init__(self) -> None:
        self._by_name: dict[str, WriteTemplate] = {}

    def __call__(self, name: str, text: str) -> WriteTemplate:
        """Make a template.

        Args:
            name: Its name, of which there is one.
            text: Its Cypher: static, with every value a parameter.
        """
        self._by_name[name] = WriteTemplate(name, text.strip())
        return self._by_name[name]

    def sealed(self) -> Mapping[str, WriteTemplate]:
        """Give all of them by name, as they are now; nothing can be added to that."""
        return MappingProxyType(dict(self._by_name))
