"""What a memory states: not what it asks, denies, makes a condition of, wishes or only guesses.

"If the hall is taken, the choir rehearses on Thursdays", "Kim is looking for a new doctor" and "Is
the code of the door 9902?" change nothing of what is so.
"""

from __future__ import annotations

import re

_CONDITION = re.compile(
    r"(?<!\w)(?:if|when|whenever|unless|in case|wenn|sobald|quand|lorsque|cuando|gdy|jeśli"
    r"|если|когда)(?!\w)[^,.;:!?()\n]*",
    re.IGNORECASE,
)
_IF_FIRST = re.compile(
    r"(?:\A|(?<=[.!?;\n]))\W{0,4}(?:if|unless|in case|falls|jeśli|если)(?!\w)[^.;!?\n]*",
    re.IGNORECASE,
)
"""A sentence that begins with a condition states nothing at all."""

# What is denied, only possible, or said by others: "has not resigned", "may no longer work".
_UNSAID = re.compile(
    r"(?<!\w)(?:(?:has|have|had|did|does|do|is|are|was|were|must|should)(?:n['’]t| not)|never"
    r"|nothing|might"
    # "Since may", "the 5 may", "may 5": the month. With a capital it is that, or a name.
    r"|(?-i:(?<!\bin )(?<!\bsince )(?<!\bfrom )(?<!\bof )(?<!\bby )(?<!\buntil )(?<!\bthe )"
    r"(?<!\d )may(?! \d))"
    r"|would|could|könnten?|würden?|hätten?|reportedly|allegedly|angeblich|claims?|claimed|believes?"
    r"|fears?)(?!\w)"
    r"(?![^,.;:!?()\n]*(?:any ?more|any longer|after all))[^,.;:!?()\n]*",
    re.IGNORECASE,
)
_WISHES = (
    r"(?:wants?|wanted|plans?|planning|intends?|wishes|longs?|prefers?) to|wants? (?:an?|another)"
    r"|hopes|hoped|(?:wishes|wished) that|wonders?|wondered|wondering|(?:asks|asked) (?:whether|if)"
    r"|(?:thinks|thinking|thought) (?:of|about)|considers|considering|(?:dreams|dreaming) of"
    r"|should have|looking (?:for|at)|applied for|applying for|suggests|suggested|proposes|proposed"
    r"|recommends|recommended",
    r"möchten?|hofft|hoffen|wünscht sich|überleg(?:t|en)|erwägt|träumt|fragte?,? ob|fragte? sich"
    r"|sucht (?:einen?|ein|nach)|bewirbt sich|beworben|würde gern|darf (?:keine?n? |nicht)"
    r"|schlägt vor|schlug vor|empfiehlt",
    r"voudrait|aimerait|espère|souhaite|envisage|rêve de|cherche une?|demande si|se demande",
    r"quiere (?=\w+r\b)|querría|espera (?=\w+r\b)|busca una?|sueña con|pregunta si|piensa en",
    r"vorrebbe|vuole (?=\w+re\b)|spera di|cerca una?|sogna|chiede se|pensa di",
    r"hoopt|overweegt|zoekt een|vraagt of|zou graag|gostaria|pergunta se|procura uma?|chciał\w*by"
    r"|ma nadzieję|zastanawia się|szuka",
)
_WISHED = re.compile(
    rf"(?<!\w)(?:{'|'.join(_WISHES)})(?!\w)(?:[^.:;!?\n]|\.(?=\w))*", re.IGNORECASE
)
"""What somebody wishes, considers or looks for."""

_CLAUSE_ENDS = re.compile(r"([,.;:!?()\n])")
_WHEN_IT_IS = re.compile(
    r"(?<!\w)(?:when|whenever)\s(?:[\w'’-]+\s){1,4}?"
    r"(?:is|are|has|have|goes|comes|gets|does|needs|works)(?!\w)",
    re.IGNORECASE,
)
_WENN = re.compile(r"\s*(?:wenn|sobald|wanneer|zodra)(?!\w)", re.IGNORECASE)
_IST = re.compile(r"(?<!\w)(?:ist|sind|hat|haben|is|zijn|heeft)(?!\w)")

_SENTENCE = re.compile(r"[^.!?\n]+[.!?\n]*")
"""One in a note without capitals ends before a small letter, too: other than in ``sentences``."""


def stated_parts(text: str) -> str:
    """Return a text without the parts that state nothing, each replaced by a comma.

    Args:
        text: The text of a short memory.
    """
    if "?" in text:
        text = "".join(part for part in _SENTENCE.findall(text) if "?" not in part)
    text = _without_habits(_IF_FIRST.sub(",", text))
    for nothing in (_WISHED, _CONDITION, _UNSAID):
        text = nothing.sub(",", text)
    return text


def _without_habits(text: str) -> str:
    """Leave out what is so at times: "Bram takes over the early shift when Samira is on leave"."""
    parts = _CLAUSE_ENDS.split(text)  # clauses, with a sign between each two
    for place in range(0, len(parts), 2):
        if _WHEN_IT_IS.search(parts[place]):
            parts[place] = ","
        elif _WENN.match(parts[place]) and _IST.search(parts[place]):
            parts[place] = ","
            if place and parts[place - 1] == ",":
                parts[place - 2] = ","
    return "".join(parts)
