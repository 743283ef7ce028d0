"""The rules that divide a block's tokens: how much of each part is shown.

``worth_showing`` decides what is worth tokens at all; ``block_text`` cuts single lines.
"""

from __future__ import annotations

from dataclasses import dataclass

WHOLE_SHARE = 0.6
"""Long passages are shown whole while everything shown takes at most this share of the budget."""

FACT_SHARE = 0.1
"""Facts and descriptions of entities take at most this share: they displace passages that bring
more gold."""

TABLE_SHARE = 0.5
"""Facts of tables, which no text says, take at most this share; without texts they take it all."""

NAMES_SHARE = 0.1
"""The line of the entities that the message names takes at most this share."""

EXCERPT_TOKENS = 55
"""A passage of at most this many tokens is shown whole, and an excerpt takes at most this many."""

MAX_MISFITS = 9
"""After this many passages, or facts, that do not fit, the search for one that fits ends."""

LEAST_TOKENS = 8
"""No passage worth showing takes fewer tokens, its label included."""

GAP_TOKENS = 2
"""Maximum number of tokens that a further sentence adds besides its own: the gap sign."""

MAX_CHARACTERS = 20_000
"""Maximum number of characters that are read of a passage; no budget has room for more."""

MAX_READ = 200_000
"""Maximum number of characters that are read of all passages together, best first."""

LEAST_READ = 2_000
"""Number of characters that are still read of each further passage."""

MAX_PIECES = 2_000
"""Maximum number of sentences and lines of code that are read of a passage."""

RELATED_SHOWN = 3
"""Maximum number of facts in the line that describes an entity."""

LABELS_SHOWN = 2
"""Maximum number of sources named after a fact."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The tokens of one block.

    Attributes:
        max_tokens: Upper bound for the preamble and the block, sentinels included.
    """

    max_tokens: int

    @property
    def for_facts(self) -> int:
        """Maximum number of tokens for facts and descriptions of entities."""
        return int(FACT_SHARE * self.max_tokens)

    @property
    def for_names(self) -> int:
        """Maximum number of tokens for the entities that the message names."""
        return int(NAMES_SHARE * self.max_tokens)

    def for_tables(self, *, has_texts: bool) -> int:
        """Maximum number of tokens for facts that no text says.

        Args:
            has_texts: Whether there are passages to show too.
        """
        return int(TABLE_SHARE * self.max_tokens) if has_texts else self.max_tokens

    def shows_whole(self, used: int, tokens: int) -> bool:
        """Whether a passage may be shown whole instead of as an excerpt.

        Args:
            used: Tokens that the passages shown so far take, with the day line of this one.
            tokens: Tokens of the passage.
        """
        return tokens <= EXCERPT_TOKENS or used + tokens <= WHOLE_SHARE * self.max_tokens
