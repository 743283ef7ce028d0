"""English words for languages, peoples and origins, which are capitalised and name nobody.

Other languages write them in lower case, or like any noun. A word that is missing here
is taken for a name; nothing worse happens.
"""

from __future__ import annotations

from .word_sets import split_words

ORIGIN_WORDS = split_words(
    "african albanian algerian american antarctic arabian arabic arctic argentine argentinian"
    " armenian asian australian austrian basque bavarian belarusian belgian bengali bosnian"
    " brazilian breton british bulgarian canadian cantonese caribbean castilian catalan celtic"
    " chilean chinese colombian cornish corsican croatian cuban cypriot czech danish"
    " dutch egyptian english estonian ethiopian european filipino finnish flemish french frisian"
    " galician georgian german greek hebrew hindi hungarian icelandic indian indonesian iranian"
    " iraqi irish islamic israeli italian jamaican japanese jewish kenyan korean kurdish latin"
    " latvian lebanese lithuanian macedonian malaysian maltese mandarin mediterranean mexican"
    " moroccan muslim nepali nigerian nordic norwegian ottoman pakistani palestinian persian"
    " peruvian polish portuguese romanian russian sardinian scandinavian scots scottish"
    " serbian siberian sicilian slovak slovenian spanish swedish swiss syrian taiwanese thai"
    " tibetan tunisian turkish ukrainian urdu vietnamese welsh western yiddish"
)
"""Normalised; in lower case."""
