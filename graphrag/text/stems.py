"""What the forms of a word have in common: the word without its ending, or its first letters.

``stem`` knows the language, ``word_stem`` does not. English words are also looked up in their base
forms (``english_forms``).
"""

from __future__ import annotations

from collections import defaultdict

Endings = tuple[tuple[int, frozenset[str]], ...]


def _by_length(endings: str) -> Endings:
    """Return the endings of each length, the longest first: one look into a set for each length."""
    of_length = defaultdict(list)
    for ending in endings.split():
        of_length[len(ending)].append(ending)
    return tuple((length, frozenset(of_length[length])) for length in sorted(of_length)[::-1])


USUAL_ENDINGS = _by_length("en es er em os as e s n a o i t x")
MIN_STEM = 4
"""Number of letters that stay, at least."""

INFLECTED = {
    "cs": _by_length(
        """
        ovi ové ech ách ích ami emi ími ama ima ema ům ém em ám ím ým ou ů í é ě e a o u y i
        á ý ho ého ému ých ými ího ímu ej ýho ýmu ejch ejm ejma ete ěte etem ětem eti ěti
        ata atům aty atech k ka ku ke ky ko kou kem kům kách kami kama ek kové kovi ků ká ké
        ký ského kého kému kém kým kých kými c ce ci cí cem cům ců cích cemi cím ec cové
        covi ice ův ova ovo ovým ových ovými ovou ový ová ového ovému ovém iny in ina ino
        ější ějšího ějším ějších ejší ejšího ejším ejších ěji eji ovat uji uju uješ uje
        ujeme ujete ují ujou ujte uj oval ovala ovalo ovali ovaly ován ována ováno ovány
        ováni ovaný ovaná ované ovaného ovanou ovaných ování ující at áš áme áte ají aj ejte
        al ala alo ali aly án ána áno áni ány aný aná ané aného anou aných aným aní ání áním
        it íš íme íte il ila ilo ili ily en ena eno eni eny ený ená ené eného enému enou
        ených eným ení ením eních ejí ící ět ěl ěla ělo ěli ěly ějí nout nu neš ne neme nete
        nou nul nula nulo nuli nuly nutý nutá nuté nutí eš eme ajte
        """
    ),
    "da": _by_length(
        """
        ernes enes erens ernens ens ets ers edes erne ene ere este est ede tes te et en er
        es ed e n r s t
        """
    ),
    "no": _by_length(
        """
        enes ene ens ets ers erne ernes este est ere te de dde et en er as es a e s t n
        """
    ),
    "pl": _by_length(
        """
        iego iemu iach iami ego emu ach ami owi ymi imi iej ich iem iom ów om em ej ym im ych ie
        ia ią ię iu ą ę y i u a e o owie owy owa owe owego owej owych owym ka ki kę ką ce ek ku
        kom kami kach ować uję ujesz uje ujemy ujecie ują ował owała owało owali owały owałem
        owałam owany owana owane owanie owania ać am asz amy acie ają ał ała ało ali ały ałem ałam
        ałeś ałaś aliśmy ałyśmy any ana ane ani anie ania aniu anych anej ić yć eć isz ysz imy ymy
        icie ycie ił ił iła iło ili iły iłem iłam iliśmy yliśmy ył yła yło yli yłem yłam ony ona
        one eni enie enia eniu onych onej ął ęła ęło ęli ęłem ęłam ąć ęć nie nia niu ł ć
        """
    ),
    "ru": _by_length(
        """
        ами ями ого его ому ему ыми ими ией иям иях ой ей ою ею ам ям ах ях ов ев ом ем ём ый ий
        ая яя ое ее ые ие ую юю ых их ым им ия ию ии ы и а я у ю е о ь й ка ки ку кой ке ок кам
        ками ках ать аю аешь ает аем аете ают ал ала ало али ять яю яешь яет яем яете яют ял яла
        яли ить ишь ит ите ят ил ила ило или еть ею еешь еет еют ел ела ели уть ешь ут ют нул нула
        нули овать ую уешь ует уем уют овал овала овали ывать ывает ывают ывал ывала ание ания
        анию анием ение ения ению ением анный анная анное анные енный енная енное енные ено ена
        ены ет ёт ат ла ло ли ть л т
        """
    ),
    "sv": _by_length(
        """
        arnas ornas ernas arna orna erna andes endes ares arens ades ande ende aste aren ans ens
        ets ars ors ers nas ade are ast est ats tes des an en et ar or er na as es at ad de te a
        e s
        """
    ),
}

REFLEXIVE = {"ru": _by_length("ся сь")}
"""What stands behind the ending of some verbs."""

MIN_INFLECTED_STEM = 3
"""The same in the languages of ``INFLECTED``."""

STEM_LETTERS = 6
"""Number of first letters that count of a word whose language is not known."""

SHORT_WORD = 3
"""A word of at most so many letters keeps its last "s"."""


def stem(word: str, language: str) -> str:
    """Return a word without its ending.

    Args:
        word: A normalised word.
        language: The code of its language. Slavic and Scandinavian languages have endings of
            their own; the others share theirs.
    """
    if language not in INFLECTED:
        return _without(word, USUAL_ENDINGS, MIN_STEM)
    word = _without(word, REFLEXIVE.get(language, ()), MIN_INFLECTED_STEM)
    return _without(word, INFLECTED[language], MIN_INFLECTED_STEM)


def word_stem(word: str) -> str:
    """Return the beginning of a word, so that its inflected forms look the same.

    Args:
        word: A normalised word.
    """
    if not word.isalpha():
        return word
    return (word.removesuffix("s") if len(word) > SHORT_WORD else word)[:STEM_LETTERS]


def _without(word: str, endings: Endings, least: int) -> str:
    for length, of_length in endings:
        if len(word) - length >= least and word[-length:] in of_length:
            return word[:-length]
    return word
