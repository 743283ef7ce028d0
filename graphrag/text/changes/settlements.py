"""What was still to be paid or done, and what has been: "overdue since March", "has been paid".

Neither is a change by itself. Together they are one, of the same invoice or task. A language that
is not listed only loses the hint.
"""

from __future__ import annotations

import re

_OUTSTANDING = re.compile(
    r"(?<!\w)(?:overdue|unpaid|outstanding|not (?:yet )?paid|(?:is|are|still) (?:open|due|owed)"
    r"|in arrears|(?:weeks?|months?|rents?|instal?lments?|payments?) behind"
    r"|behind (?:with|on) (?:\w+ )?(?:rent|payments?|instal?lments?|fees|dues)"
    r"|owes? (?:us|me|(?:the )?user)|schuldet (?:uns|mir|dem user)|im (?:miet|zahlungs)?rückstand"
    r"|überfällig|unbezahlt|(?:noch |ist |sind )offen|noch nicht bezahlt|steht noch aus"
    r"|impayée?s?|en retard|(?:sin|pendiente de) pagar|impagad[oa]s?"
    r"|non pagat[oaei]|insolut[oaei]|(?:nog )?niet betaald|openstaand)(?!\w)",
    re.IGNORECASE,
)
_SETTLED = re.compile(
    r"(?<!\w)(?:(?:has|have|was|were|been|is|are|finally|now) paid|settled"
    r"|(?:hat|haben|ist|sind|wurde|wurden) (?:[^\n;]{0,60} )?(?:bezahlt|beglichen|überwiesen)"
    r"|(?:a|ont|est|sont) (?:été )?(?:payée?s?|réglée?s?)"
    r"|(?:ha|han|está|están) (?:sido )?pagad[oa]s?|(?:ha|han) pagado"
    r"|(?:ha|hanno|è|sono) (?:stat[oaei] )?(?:pagat[oaei]|saldat[oaei])"
    r"|(?:heeft|hebben|is|zijn) (?:[^\n;]{0,60} )?betaald)(?!\w)",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"(?<!\w)(?:not|never|nicht|noch|kein\w*|pas|no(?!\. ?\d)|non|niet|nog)(?!\w)",
    re.IGNORECASE,
)


def is_outstanding(text: str) -> bool:
    """Whether a memory tells of something that is still to be paid.

    Args:
        text: The text of a short memory.
    """
    return _OUTSTANDING.search(text) is not None


def is_settled(text: str) -> bool:
    """Whether a memory tells that something has been paid.

    Args:
        text: What a short memory states.
    """
    return _SETTLED.search(text) is not None and _NOT_YET.search(text) is None
