"""The user's own list of names: which words are never a name, and which names mean the same thing.

The list is the user's word about a memory. It wins over what the texts say, and it is kept outside
the graph, so that a new graph is built by it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ...errors import SettingsError
from ..storable import is_storable
from ..words import MAX_NAME_LENGTH, normalize_name

MAX_LISTED = 1000
"""Maximum number of names ruled out, and most pairs joined."""


@dataclass(frozen=True, slots=True)
class NameList:
    """The user's own list of names of one memory folder.

    Attributes:
        ruled_out: What is not a name, as the user writes it.
        joined: Pairs of names that are the same, as the user writes them; the first one stays.

    Example:
        >>> names = NameList().rule_out("Step One").join("Mara Lindqvist", "Mara")
        >>> names.ruled_out, names.joined
        (('Step One',), (('Mara Lindqvist', 'Mara'),))
        >>> names.undo("step one").ruled_out
        ()
    """

    ruled_out: tuple[str, ...] = ()
    joined: tuple[tuple[str, str], ...] = ()

    @property
    def ruled_out_norms(self) -> frozenset[str]:
        """The names ruled out, normalised."""
        return frozenset(map(normalize_name, self.ruled_out))

    @property
    def joined_names(self) -> tuple[str, ...]:
        """All names of the pairs, as written."""
        return tuple(name for pair in self.joined for name in pair)

    @property
    def stamp(self) -> str:
        """What the graph depends on; empty if nothing is listed."""
        return self.to_json() if self.ruled_out or self.joined else ""

    def rule_out(self, name: str) -> NameList:
        """Return the list with something that is not a name; unchanged if it is ruled out.

        Raises:
            SettingsError: It cannot be a name, it is joined with another, or the list is full.
        """
        name, norm = _checked(name)
        if norm in self.ruled_out_norms:
            return self
        if norm in map(normalize_name, self.joined_names):
            raise SettingsError(f"{name!r} is joined with another name", "undo that first")
        _check_room(self.ruled_out)
        return replace(self, ruled_out=(*self.ruled_out, name))

    def join(self, name: str, other: str) -> NameList:
        """Return the list with two names that are the same; unchanged if they are so already.

        Args:
            name: The name that stays.
            other: The other name of the same thing.

        Raises:
            SettingsError: One of them cannot be a name or is ruled out, or the list is full.
        """
        (name, norm), (other, other_norm) = _checked(name), _checked(other)
        if norm == other_norm:
            raise SettingsError(f"{name!r} and {other!r} are one name", "give two different names")
        for written, listed in ((name, norm), (other, other_norm)):
            if listed in self.ruled_out_norms:
                raise SettingsError(f"{written!r} is ruled out", "undo that first")
        same = self.joined_into({})
        if same.get(norm, norm) == same.get(other_norm, other_norm):
            return self
        _check_room(self.joined)
        return replace(self, joined=(*self.joined, (name, other)))

    def undo(self, name: str) -> NameList:
        """Return the list without a name: neither ruled out nor joined.

        Raises:
            SettingsError: The name is not on the list.
        """
        _, norm = _checked(name)
        left = NameList(
            tuple(one for one in self.ruled_out if normalize_name(one) != norm),
            tuple(pair for pair in self.joined if norm not in map(normalize_name, pair)),
        )
        if left == self:
            raise SettingsError(f"{name!r} is not on the list", "list the names to see it")
        return left

    def separate(self, name: str, other: str) -> NameList:
        """Return the list without one pair of names that were the same.

        Args:
            name: The name that stays.
            other: The other one.

        Raises:
            SettingsError: They are not on the list.
        """
        left = tuple(pair for pair in self.joined if pair != (name, other))
        if left == self.joined:
            raise SettingsError(f"{name!r} and {other!r} are not joined", "list the names")
        return replace(self, joined=left)

    def joined_into(self, merged: Mapping[str, str]) -> dict[str, str]:
        """Return for each name the one that it goes by, once the user's pairs are joined too.

        Args:
            merged: The same for what the texts say: normalised names by normalised name.
        """
        joined = dict(merged)
        others: dict[str, list[str]] = {}  # that go by a name: a scope may have tens of thousands
        for norm, whole in merged.items():
            others.setdefault(whole, []).append(norm)
        for pair in self.joined:
            name, other = map(normalize_name, pair)
            stays, goes = joined.get(name, name), joined.get(other, other)
            if stays != goes:
                going = [goes, *others.pop(goes, ())]
                joined |= dict.fromkeys(going, stays)
                others.setdefault(stays, []).extend(going)
        return joined

    def to_json(self) -> str:
        """Return the list as it is kept in a file."""
        return json.dumps(
            {"ruled_out": self.ruled_out, "joined": self.joined}, ensure_ascii=False, indent=2
        )

    @classmethod
    def from_json(cls, content: str) -> NameList:
        """Return a list that was kept in a file.

        Raises:
            SettingsError: It is no such list.
        """
        try:
            found = json.loads(content)
            ruled_out, joined = found.get("ruled_out", []), found.get("joined", [])
            if not all(isinstance(given, list) for given in (ruled_out, joined, *joined)):
                raise TypeError  # a name by itself would be read letter by letter
            names = cls(tuple(ruled_out), tuple((name, other) for name, other in joined))
        except (ValueError, TypeError, AttributeError):
            raise SettingsError("it is no list of names") from None
        for name in (*names.ruled_out, *names.joined_names):
            if not isinstance(name, str):
                raise SettingsError("it holds something that is no name")
            _checked(name)
        return names


EMPTY_LIST = NameList()
"""A list on which nothing stands."""


def _checked(name: str) -> tuple[str, str]:
    """Return a name in one line, and normalised."""
    name = " ".join(name.split())
    norm = normalize_name(name)
    if not norm:
        raise SettingsError(f"{name!r} has no letter or digit", "give a name")
    if len(name) > MAX_NAME_LENGTH:
        raise SettingsError(f"a name has at most {MAX_NAME_LENGTH} characters")
    if not is_storable(name):
        raise SettingsError(f"{name!r} holds a character that cannot be stored", "leave it out")
    return name, norm


def _check_room(listed: Iterable[object]) -> None:
    if len(tuple(listed)) >= MAX_LISTED:
        raise SettingsError(f"the list is full: {MAX_LISTED}", "undo some")
