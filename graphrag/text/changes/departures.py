"""Who or what has moved, left or ended: "vaultwarden" of "vaultwarden has moved to hummer".

That changes what another memory says of the same, and nothing of whatever else it names. A language
that is not listed only loses the hint.
"""

from __future__ import annotations

import re

_DEPARTED = re.compile(
    r"(?<!\w)(\w{1,60}+) (?:(?:ha[sd]|have|was|were|been) (?:now |just |already |since )?"
    r"(?:moved(?! (?:it|me|us|them|him|her|the|my|our|his|their)\b)|closed|died|retired)"
    r"|moved (?:to|out|away|house)|passed away|is (?:gone|retired)"
    r"|ist (?:jetzt |nun )?(?:umgezogen|verstorben|gestorben|geschlossen))(?!\w)",
    re.IGNORECASE,
)


def departed(text: str) -> list[str]:
    """Return the words before what a text says of who moved, closed, died or retired.

    Args:
        text: The text of a short memory.
    """
    return _DEPARTED.findall(text)
