"""Function words: never names, and worth nothing in a comparison of texts.

One list for the languages whose capital letters could be taken for names. A word that is also an
ordinary name in another of them ("may", "will") is kept here only where it is a function word far
more often.
"""

from __future__ import annotations

from .plain_spellings import with_digraphs, with_plain_words
from .word_sets import split_words

ENGLISH = split_words(
    """
a about above after again against ago all almost alone along already also although always am among
an and another any anybody anyone anything are around as aside ask at away back be became because
been before behind being below besides best better between beyond both but by can cannot could did
different do does doing done down during each either else enough especially etc even ever every
everybody everyone everything except few first for former from further generally get gets getting
give given gives go goes going gone good got had has have having he hello hence her here hers
herself hey hi him himself his how however i if in indeed instead into is it its itself just keep
last later latter least less let like likely little lot made mainly make makes many may maybe me
meanwhile might mine more moreover most mostly much must my myself near nearly neither never
nevertheless next no nobody none nor not nothing now nowhere of off often oh ok okay on once one
ones only onto or other others otherwise ought our ours ourselves out over own part per perhaps
please plus possible quite rather really regarding said same say says second see seem seems seen
several shall she should similarly since so some somebody someone something sometimes somewhere
soon still such sure take taken thank thanks that the their theirs them themselves then there
thereafter thereby therefore these they thing things third this those though through throughout
thus to today together tomorrow tonight too toward towards two under unless unlike until up upon us
use used user uses using usually various very via was way we well were what whatever when whenever
where whereas wherever whether which while who whoever whole whom whose why will with within
without would yeah yes yesterday yet you your yours yourself
"""
)
"""Function words of English, some of which other languages have too."""

_GERMAN_LISTED = split_words(
    """
aber all alle als also am an auch auf aus bei bin bis bist da damit dann das dass dein deine dem den
der des die dies diese dieser dieses doch dort du durch ein eine einem einen einer eines er es euch
für gegen habe haben hat hatte her hier ich ihm ihn ihnen ihr ihre im immer in ist ja jede jeder
jedes jetzt kann kein keine können man mehr mein meine mich mir mit muss nach nicht noch nun nur ob
oder ohne schon sehr sein seine seit sich sie sind so soll sondern über um und uns unser unter vom
von vor wann war waren warum was weil welche welcher welches wenn wer werden wie will wir wird wo
wohin wurde wurden zu zum zur zwischen
"""
)
_FRENCH = split_words(
    """
après au aussi autre aux avant avec avoir à car ce ces cet cette chez comme comment dans de depuis
des donc dont du elle elles en encore ensuite entre est et eux été être il ils je jusque la le les
leur leurs lui maintenant mais mes même moi mon ne non nos notre nous on ont ou où par parce pas
pendant plus pour pourquoi qu quand que quel quelle quels qui sa sans se ses si son sont sous sur ta
te tes toi ton tous tout toute très tu un une vers vos votre vous
"""
)
_SPANISH_PORTUGUESE_ITALIAN = split_words(
    """
adesso agora ahora al algo alla anche antes ao aos aquel aquí así até bajo bem cada che chi ci cioè
com come como con contra cosa cual cuando cuál cuándo da dai dal dalla das de degli dei del della
delle depois desde después di donde dopo dos dónde durante e el ella ellos em en então entonces
entre era es esa ese eso esta está este esto eu é fa foi gli ha hasta hay hoje hoy i il io isso isto
la lei li lo loro los luego lui ma mais mas me mi mia mio muy na nas não nei nel nella no non nos o
oggi onde ora os para pela pelo per perché pero perque più poi por porque porquê qual quale quando
quanto que quem questa questo qué quien quién se sem ser si sin sobre sono su sua sue sul suo também
tra tu um uma una uno y ya
"""
)
_GERMAN = _GERMAN_LISTED | frozenset(map(with_digraphs, _GERMAN_LISTED))

_RUSSIAN = split_words(
    """
а без более бы был была были было быть в вам вас весь во вот все всё вы где да для до его ее её если
есть еще ещё же за здесь и из или им их к как какая какие какой кем ко когда который кто ли между
меня мне может мой мы на над надо наш не него нее неё нет ни них но о об однако он она они оно от
очень по под после потом потому почему при про с сам свой себя сегодня сейчас со так также такой там
те тем теперь то тогда того тоже только том тот ты у уже хотя чего чей чем что чтобы чья эта эти это
этого этот я
"""
)

_OTHERS = with_plain_words(_FRENCH | _SPANISH_PORTUGUESE_ITALIAN | _RUSSIAN)
"""All but English and German. The list of a further language belongs here, too."""

STOP_WORDS = ENGLISH | _GERMAN | _OTHERS
"""Case-folded function words of the languages that mark names by capitals."""

ENGLISH_ALONE = ENGLISH - _GERMAN - _OTHERS
"""Function words of English that no other language listed here has."""

ALSO_ENGLISH = split_words(
    "bin car comment con den die encore era hat hay man mon nas nun pendant pour sin son sue ton"
    " war"
)
"""Function words of other languages that are content words in English."""

GERMAN_ALONE = _GERMAN - ENGLISH - _OTHERS
"""Case-folded function words of German alone, the language that capitalises every noun."""

NOT_GERMAN = (ENGLISH | _OTHERS) - _GERMAN
"""Case-folded function words of the other languages alone."""

GERMAN_PREPOSITIONS = split_words("auf aus bei für in mit nach von über")
"""After these a German noun mostly has an article, and a place or a product has none."""

GERMAN_DETERMINERS = split_words(
    """
am beim das dein deine deinem deinen deiner deines dem den der des die dies diese diesem diesen
dieser dieses ein eine einem einen einer eines euer eure eurem euren eurer eures ihr ihre ihrem
ihren ihrer ihres im ins jede jedem jeden jeder jedes kein keine keinem keinen keiner keines mein
meine meinem meinen meiner meines sein seine seinem seinen seiner seines unser unsere unserem
unseren unserer unseres vom zum zur
"""
)
"""Case-folded words after which a German noun stands, and hardly ever a name."""

ARTICLES = split_words(
    """
a an as das dem den der des die ein eine einem einen einer eines el gli i il l la las le les lo los
o os the um uma un una unas une uno unos
"""
)
"""Case-folded articles, which do not belong to a name that follows them."""

NAME_ARTICLES = split_words("das den der die el il la las le les lo los")
"""Those that begin names, if they have a capital inside a sentence: "Los Angeles", "Den Haag"."""
