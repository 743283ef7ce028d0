"""What one does with several things at a time: who now takes magnesium still takes ramipril.

A language that is not listed only loses the hint.
"""

from __future__ import annotations

from ..word_lists.word_sets import split_words

SEVERAL_AT_ONCE = split_words(
    "take takes taking took play plays playing played speak speaks speaking learn learns learning"
    " read reads reading eat eats eating eaten drink drinks drinking collect collects collecting"
    " sing sings singing visit visits visiting watch watches watching like likes love loves enjoy"
    " enjoys gather talk"
    " nimmt nehmen spielt spielen spricht sprechen lernt lernen liest lesen isst essen trinkt"
    " trinken sammelt sammeln singt singen mag mögen"
    " prend prennent joue jouent parle parlent apprend apprennent lit lisent mange mangent boit"
    " boivent collectionne chante chantent aime aiment"
    " toma toman juega juegan toca tocan habla hablan aprende aprenden lee leen come comen bebe"
    " beben colecciona canta cantan"
    " prende prendono gioca giocano suona suonano parla parlano impara imparano legge leggono"
    " mangia mangiano beve bevono colleziona"
    " neemt nemen speelt spelen spreekt spreken leert leren leest lezen eet eten drinkt drinken"
    " verzamelt zingt zingen"
    " joga jogam fala falam lê leem coleciona"
    " tar spelar talar läser äter dricker samlar sjunger spiller snakker leser spiser drikker"
    " samler"
    " bierze gra mówi czyta je pije zbiera śpiewa"
)
"""Verbs, case-folded, as memories have them."""
