"""Memories that only note that the user asked something: "User asked who invented the wiper".

Agents write down small talk too. Such a memory answers no later question, and shares its words with
many. In the languages whose function words are known; in another one the hint is lost, no more.
"""

from __future__ import annotations

import re

READ_CHARACTERS = 120
"""A note says at its beginning what it is."""

_USER = r"(?:user|nutzer(?:in)?|utente|usuari[oa]|utilisat(?:eur|rice)|utilizador(?:a)?|gebruiker)"
_ASKED = (
    r"(?:asked (?:whether|if|what|who\w*|how|why|when|where|which|for|about)|wondered|joked"
    r"|was curious|wanted to know"
    r"|fragte|hat gefragt|bat um|wollte wissen|ha chiesto|chiese|voleva sapere"
    r"|preguntó|ha preguntado|pidió|quería saber|a demandé|perguntou|pediu|vroeg)"
)
_NOTE = re.compile(
    rf"(?:\w+['’ ]){{0,3}}?{_USER} {_ASKED}\b"
    r"|(?:had )?(?:a )?(?:small talk|chat(?:ted)?|talked briefly|joke[ds]?) about\b",
    re.IGNORECASE,
)


def notes_a_request(text: str) -> bool:
    """Whether a memory only notes that the user asked or joked about something.

    Args:
        text: Its text.
    """
    return _NOTE.match(text[:READ_CHARACTERS]) is not None
