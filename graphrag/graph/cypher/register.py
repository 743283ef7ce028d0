"""Collects the templates of one module by name, until the list is sealed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...store.writer import WriteTemplate


class TemplateRegister:
    """Makes the templates of one module and keeps them by name."""

    def __init__(self) -> None:
        self._by_name: dict[str, WriteTemplate] = {}

    def __call__(self, name: str, text: str) -> WriteTemplate:
        """Make a template.

        Args:
            name: Its name, unique within the module.
            text: Its Cypher: static, with every value a parameter.

        Returns:
            The template.
        """
        self._by_name[name] = WriteTemplate(name, text.strip())
        return self._by_name[name]

    def sealed(self) -> Mapping[str, WriteTemplate]:
        """Return all templates by name, as a mapping that cannot be changed."""
        return MappingProxyType(dict(self._by_name))
