"""How much two words differ, by the mistakes that people make."""

from __future__ import annotations

_ALIKE = frozenset(
    frozenset(pair)
    for group in ("aeiouyäöüàáâèéêëìíîïòóôùúûåøæ", "cgjkqxsz", "bp", "dt", "fvw", "mn", "ijy", "lr")
    for index, letter in enumerate(group)
    for pair in (letter + other for other in group[index + 1 :])
)
"""Letters that are taken for each other: vowels, and consonants that sound alike."""


def edits_between(first: str, second: str, most: int) -> int | None:
    """Return the least number of mistakes that make one word of another; None if over a limit.

    A mistake drops or adds a letter, exchanges two neighbours, or writes a letter for one that is
    like it; any other letter in its place counts as two. This is the optimal string alignment
    distance (Damerau 1964) with these weights.

    Args:
        first: A word.
        second: Another one.
        most: The limit.
    """
    if abs(len(first) - len(second)) > most:
        return None
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        current = [i]
        for j, other in enumerate(second, 1):
            least = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + _replaced(letter, other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                least = min(least, before[j - 2] + 1)
            current.append(least)
        if min(current) > most:
            return None
        before, row = row, current
    return row[-1] if row[-1] <= most else None


def _replaced(letter: str, other: str) -> int:
    """Return what it counts to write one letter for another."""
    if letter == other:
        return 0
    return 1 if frozenset((letter, other)) in _ALIKE else 2
