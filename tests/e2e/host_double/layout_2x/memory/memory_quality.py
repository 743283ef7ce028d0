"""Which fragments are kept at the end of a turn, as far as a story of a test can offend it."""

import re

_SUBJECT = re.compile(r"\b(user|project|service|server|team|organization|company)\b", re.I)
_RELATION = re.compile(r"\b(prefers?|requires?|uses?|runs?|lives?|current(ly)?|always)\b", re.I)
_SHORTEST = 24


def worth_keeping(texts):
    return [t for t in texts if len(t) >= _SHORTEST and _SUBJECT.search(t) and _RELATION.search(t)]
