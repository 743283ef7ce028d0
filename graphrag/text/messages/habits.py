"""Whether a message calls on what the user always wants, or on what helped before.

Such a message is often a command ("write the commit message, as usual") or half a sentence ("router
down, what was the trick") that shares hardly a word with the memory that it needs. A language that
is not listed only loses the hint.
"""

from __future__ import annotations

import re

from ..query_words import MAX_MESSAGE_CHARACTERS

_LIKE = r"(?:like|want|prefer|need|do)"
_HABITS = re.compile(
    rf"\b(?:you know (?:how|what|which|where) (?:i|we) {_LIKE}"
    rf"|(?:the way|just how|exactly how) (?:i|we) (?:always |usually )?{_LIKE}"
    r"|(?:as|like|same as) (?:usual|always|ever|last time)"
    r"|my usual|our usual|the usual (?:way|style|format|form|one|place|time)"
    r"|du weißt(?: ja)?,? (?:wie|was) (?:ich|wir)|so wie ich"
    r"|wie (?:immer|üblich|gewohnt|sonst|letztes mal)"
    r"|comme (?:d['’]habitude|toujours|la dernière fois)|tu sais comment je"
    r"|como (?:siempre|de costumbre|la última vez)|ya sabes cómo"
    r"|come (?:al solito|sempre|l['’]altra volta)|sai come mi"
    r"|como (?:sempre|de costume|da última vez)|zoals (?:altijd|gewoonlijk|vorige keer)"
    r"|som (?:vanlig|vanligt|altid|alltid|sidst|sist)|jak (?:zwykle|zawsze|obvykle|vždycky|vždy)"
    r"|what was (?:the|our|my|that) (?:trick|fix|workaround)"
    r"|was war (?:doch |gleich |noch ?mal )?(?:der trick|die lösung)"
    r"|(?:c['’]était quoi|quelle était) (?:déjà )?(?:l['’]astuce|la solution)"
    r"|cuál era (?:el truco|la solución)|qual era (?:il trucco|la soluzione|o truque|a solução)"
    r"|wat was (?:ook alweer )?(?:de truc|de oplossing)"
    r"|her zamanki gibi|как (?:обычно|всегда|в прошлый раз))\b"
    r"|いつも(?:の(?:ように|とおり|通り)|通り|どおり)|像往常一样|老样子|跟上次一样|평소처럼",
    re.IGNORECASE,
)


def calls_on_habits(message: str) -> bool:
    """Return whether a message wants something done as always, as the user likes it, or as before.

    Args:
        message: The user's message; what comes after 20,000 characters is not read.
    """
    return _HABITS.search(message[:MAX_MESSAGE_CHARACTERS]) is not None
