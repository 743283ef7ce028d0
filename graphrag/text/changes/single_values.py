"""Sentences that give the one value of a thing: "User's dentist is Dr. Fuchs".

A memory that a language model has written often gives a new value and mentions no change: "User's
car is a Skoda", and a year later "User's car is a Kia". So two sentences in the same words but for
the value contradict each other, if the thing has one such value: not "Ida's friend is Lena".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..sentences import split_sentences
from ..word_lists.calendar_words import CALENDAR_WORDS, WEEKDAYS
from ..word_lists.word_sets import any_of, split_words

MAX_THING = 8
"""Maximum number of words of a thing."""

MAX_VALUE = 6
"""Maximum number of words of its value."""

_DEFINITE = split_words(
    "the our my his her their der die das unser unsere mein meine sein seine ihr ihre le la les"
    " notre mon ma son sa leur el los mi nuestro nuestra su il lo gli de het ons onze mijn zijn"
)
_ELIDED = ("l'", "l’")
_OWNERS = ("'s", "’s", "s'", "s’")
_USERS = split_words("user benutzer nutzer")
_SEVERAL = split_words(
    "friend neighbour neighbor colleague coworker teammate brother sister son daughter child kid"
    " cousin aunt uncle nephew niece grandson granddaughter grandchild twin client customer"
    " patient student pupil guest tenant supplier contractor trainer coach member player pet cat"
    " dog horse hobby interest skill allergy symptom meeting appointment trip visit call talk game"
    " match concert party lesson exam event film movie book song project task goal plan idea"
    " problem question issue reason request order delivery invoice gift present flight train ferry"
    " bus ticket booking reservation hotel interview parcel package letter winner result score"
    " answer cause"
    " freund freundin nachbar nachbarin kollege kollegin bruder schwester sohn tochter kind"
    " cousine onkel tante neffe nichte enkel kunde kundin gast mieter lieferant mitglied katze"
    " hund treffen termin reise besuch anruf spiel konzert fest stunde prüfung buch projekt"
    " aufgabe ziel idee frage grund bestellung rechnung geschenk flug zug fähre buchung"
    " reservierung paket brief sieger siegerin ergebnis antwort ursache"
    " ami amie voisin voisine collègue frère sœur fils fille enfant chat chien rendez-vous voyage"
    " visite livre projet problème vol billet réservation hôtel entretien colis lettre gagnant"
    " résultat réponse"
    " amigo amiga vecino vecina colega hermano hermana hijo hija cliente gato perro cita viaje"
    " vuelo tren billete reserva entrevista paquete carta ganador resultado respuesta causa"
    " amico amica vicino vicina fratello sorella figlio figlia gatto cane viaggio volo treno"
    " biglietto prenotazione albergo colloquio pacco lettera vincitore risultato risposta"
    " vriend vriendin buurman buurvrouw broer zus zoon dochter klant kat hond afspraak reis boek"
    " vlucht trein boeking reservering gesprek pakket pakje winnaar uitslag antwoord oorzaak"
)
"""Of these one has several, or one after the other."""

_IS = split_words("is ist est es è")
_CALLED = split_words("heißt heisst heet")
_VERBS = (
    r"lives (?:in|at|on)|works (?:at|for)|drives|runs? on|belongs? to|reports to|meets? (?:at|in)"
    r"|(?:is|are) (?:kept|stored|hosted|located|based|parked|insured|registered)"
    r" (?:in|at|on|with|by)"
    r"|(?:is|are) (?:managed|run|maintained|led|chaired|owned|edited|taught|prepared) by"
    r"|(?:is valid|runs|lasts|is insured) (?:until|till|to)|expires (?:on|in)",
    r"wohnt (?:in|bei|im)|arbeitet (?:bei|für)|fährt|läuft auf|gehört|(?:liegt|steht|hängt)"
    r" (?:bei|in|im|auf|unter)"
    r"|(?:trifft|treffen) sich (?:in|im|bei|beim)|(?:ist gültig|gilt|läuft) bis(?: zum)?",
    r"habite (?:à|en|au)|travaille (?:chez|pour)|conduit|se trouve (?:à|chez|dans)"
    r"|ont? lieu (?:à|au|dans)",
    r"vive en|trabaja (?:en|para)|conduce|está en",
    r"abita (?:a|in)|vive (?:a|in)|lavora (?:in|per|presso)|guida|si trova (?:a|in|presso)",
    r"woont in|werkt (?:bij|voor)|draait op|(?:ligt|staat|hangt) (?:bij|in|op|onder)",
)
"""With these, too, somebody or something has one value at a time."""

_PLACES = split_words(
    "at behind beside in near on under with"
    " am auf beim bei hinter im in neben unter"
    " chez dans sous sur avec en bajo con sobre presso sotto nel nella"
)
_INDEFINITE = split_words("a an ein eine einen un une una een")
_TITLES = split_words(
    "docteur docteure monsieur madame doctor doctora señor señora don doña dottor dottoressa signor"
    " signora dokter meneer mevrouw"
)
_FROM = frozenset(
    [
        *("is from", "ist aus", "ist von", "est de", "est du", "est des", "es de", "es del"),
        *("è di", "è da", "è del", "è della"),
    ]
)
"""What follows says where something comes from, and does not say what it is: "es de Madrid"."""

_NO_VALUES = split_words(
    "not never no none nobody also still only often sometimes usually probably maybe perhaps likely"
    " either unknown unclear undecided nicht nie kein keine auch noch nur oft manchmal meist"
    " wahrscheinlich vielleicht entweder unklar pas jamais aussi encore souvent peut-être nunca"
    " también aún quizá non mai anche ancora forse niet nooit geen ook nog misschien"
)
"""A value does not begin so: "is not Dr. Fuchs", "is also Otto"."""

_QUALIFIED = re.compile(
    r" (?:(?:about|after|before|for|from|on|until|with"
    r"|ab|am|auf|bei|bis|für|im|mit|seit|von|pour|chez|dans|para|per|con|op|voor)"
    # "The Punch Bowl in Lunna" is whole.
    rf"|(?:at|in|of|de)(?! (?!(?i:{any_of(CALENDAR_WORDS)})\b)[^\W\d_a-z])) "
)
_BEFORE_OF = re.compile(
    rf" (?:{any_of(split_words('of for in von vom für im des de du del della di van'))}) "
)
_BESIDE = split_words("at with from to by near mit bei zu aus an chez avec à con en a met bij")
_AFTER_KIND = re.compile(rf" (?:{any_of(_BESIDE)}) ")
"""What stands between a kind of thing and which one it is: "colleague at the bank"."""

_STATES = re.compile(
    r"\W{0,4}(?P<thing>\w[^,;:!?()\n]{2,79}?)"
    rf" (?:(?P<verb>{'|'.join(_VERBS)})|(?P<is>{any_of(_IS | _CALLED)})"
    r"(?P<called> (?:called|named))?) (?P<value>(?=\W{0,3}\w)\S[^,;:!?()\n]{0,79}?)"
    r"(?:[.\s]*|(?:[,;]| \()(?P<more>.*))",
    re.DOTALL,
)

_LISTED = re.compile(rf"(?<!\w)(?:{any_of(split_words('and or und oder et ou y o e'))})(?!\w)")
"""In what follows a value it shows that there are several: "soup, bread and cake"."""

_LIMITS = re.compile(
    r"(?:for|during|when|until|für|während|wenn|pour|pendant|para|durante|per|voor|tijdens)(?!\w)"
    r"|(?:the|that) (?:\w{1,20} ){0,2}one(?!\w)|(?:die|der|das) (?:für|von|vom|aus|im|in der)(?!\w)"
    r"|(?:celle|celui|quell[ao]) |(?:el|la) del? |die van "
)
"""What begins a limit after a comma: ", for the knee"; or says of which of several things one
speaks: ", the blue one"."""

_SCHEDULE = re.compile(
    r" (?:(?:on|every|each|am|an|jeden?|les?|chaque|el|los|cada|il|ogni|op|elke|de|the) ){1,2}"
    rf"(?:\w{{1,12}} )?(?:{any_of(WEEKDAYS)})s?"
    r"(?: (?:of|in|im|du|de|del|van) (?:\w{1,6} )?(?:month|monats?|mois|mes|mese|maand))?(?!\w)",
    re.IGNORECASE,
)
"""When something is, between a verb and its value: "on the first Monday of each month"."""

_ANYBODYS = re.compile(
    r"(?:all )?(?:(?:the |der |des )?(?:user|benutzer|nutzer)(?:['’]?s) "
    r"|(?:the|our|my|die|der|das|unser|unsere|mein|meine|le|la|les|notre|mon|ma|el|los|las|nuestr[oa]"
    r"|mi|il|lo|gli|de|het|ons|onze|mijn) )"
)
_OF_THE_USER = re.compile(
    r" (?:of the user|des (?:be)?nutzers|de l['’]utilisat(?:eur|rice)|del usuario|dell['’]utente"
    r"|van de gebruiker|do utilizador|do usuário)(?!\w)"
)
"""Things of the user's begin or end so; who they are is often left out."""


@dataclass(frozen=True, slots=True)
class SingleValue:
    """What a sentence says of a thing that has one such value.

    Attributes:
        thing: The thing, with the verb if that is not "is"; case-folded, without "the user's".
        form: How the value is given: its preposition, ``a``, ``called`` or ``name``.
        value: The words of the value, case-folded.
        qualifier: What limits it: "swimming" of "for swimming", the days; mostly empty.
    """

    thing: str
    form: str
    value: tuple[str, ...]
    qualifier: str

    def contradicts(self, other: SingleValue) -> bool:
        """Whether both give another value of the same thing, in the same form.

        Args:
            other: What another sentence says.
        """
        return (
            (self.thing, self.form) == (other.thing, other.form)
            and self.qualifier == other.qualifier
            and not ({*self.value} <= {*other.value} or {*other.value} <= {*self.value})
        )


def single_value(text: str) -> SingleValue | None:
    """Return the value that a memory of one sentence gives; None if it is of another kind.

    Args:
        text: The text of a short memory.
    """
    sentences = split_sentences(text)
    if len(sentences) != 1:
        return None
    sentence = sentences[0].strip()
    days = _SCHEDULE.search(sentence)
    match = _STATES.fullmatch(_SCHEDULE.sub("", sentence, count=1))
    if match is None or not _has_one_value(match["thing"], by_verb=bool(match["verb"])):
        return None
    more = (match["more"] or "").strip()
    if _LISTED.search(more):
        return None
    given = match["value"].split()
    if given[0].casefold() in _NO_VALUES:
        return None
    if f"{match['is']} {given[0]}" in _FROM:
        return None
    if match["called"] or match["is"] in _CALLED:
        form = "called"
    else:
        form = _form_of(given, owned=_is_owned(match["thing"]), after_verb=bool(match["verb"]))
    if not form:
        return None
    if form not in {"called", "name"}:
        given = given[1:]
    main, *rest = _QUALIFIED.split(f"{' '.join(given)} ", maxsplit=1)
    value = tuple(main.casefold().split())
    if not 1 <= len(value) <= MAX_VALUE:
        return None
    thing = " ".join(filter(None, (match["thing"], match["verb"]))).casefold()
    begins = _ANYBODYS.match(thing)
    thing = _OF_THE_USER.sub("", thing[begins.end() if begins else 0 :])
    limits = f"{' '.join(rest)} {more if _LIMITS.match(more) else ''}{days.group() if days else ''}"
    return SingleValue(thing, form, value, limits.strip().casefold())


def _has_one_value(thing: str, *, by_verb: bool) -> bool:
    """Whether a thing is a certain one, and none of which one has several."""
    words = thing.casefold().split()
    kind = _BEFORE_OF.split(thing.casefold())[0].split()
    is_certain = (
        _is_owned(thing)
        or words[0] in _DEFINITE
        or words[0].startswith(_ELIDED)
        or len(kind) < len(words)  # "treasurer of the club"
    )
    if by_verb and not is_certain:
        is_certain = words[0] in _USERS or all(word[0].isupper() for word in thing.split())
    elif len(words) < 2 and not words[0].startswith(_ELIDED):
        return False
    bare = _AFTER_KIND.split(_BEFORE_OF.split(thing.casefold())[0])[0].split()
    last = {word.removeprefix("l'").removeprefix("l’") for word in (*kind[-2:], *bare[-2:])}
    is_user = not by_verb and not last.isdisjoint(_USERS)
    return is_certain and len(words) <= MAX_THING and last.isdisjoint(_SEVERAL) and not is_user


def _is_owned(thing: str) -> bool:
    return any(word.endswith(_OWNERS) for word in thing.casefold().split()[:-1])


def _form_of(given: list[str], *, owned: bool, after_verb: bool) -> str:
    """Return how a value is given; empty for what may be an adjective: "is open"."""
    first = given[0].casefold()
    if first in _INDEFINITE or (first in _PLACES and not after_verb):
        return ("a" if first in _INDEFINITE else first) if len(given) > 1 else ""
    is_name = not given[0][0].islower() or first in _DEFINITE | _TITLES
    return "name" if is_name or (owned and not after_verb) else ""
