"""Verbs after which the first name is the receiver: "gave Tomas the car", "taught Tomas Irish"."""

from __future__ import annotations

from .word_sets import split_words

GIVING = split_words(
    "gives give gave owes owe owed pays pay paid sends send sent lends lend lent hands handed"
    " brings bring brought tells tell told shows showed offers offered bet wrote writes costs cost"
)
"""Their first name is no object: what is given is."""

PAYING = split_words("owes owe owed pays pay paid costs cost")
"""Of these, those that need no second object: "pays Lundqvist 40 euros" says whom."""

RECEIVED = GIVING | split_words(
    "hand show offer teach teaches taught buy buys bought sell sells sold pass passes passed"
    " promise promises promised award awards awarded lending giving sending bringing showing buying"
    " teaching owing get gets got order orders ordered"
)
"""``GIVING``, and others after which the first name may be the object as well: "teaches Tomas"."""
