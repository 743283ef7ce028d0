"""Word classes: which words are verbs, prepositions, pronouns; in English, and some German.

Closed classes are listed. Of verbs only auxiliaries and irregular forms are: all others are seen
from their ending, and from their place after a name. Of the other open classes only those words are
listed that change what a sentence states.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....text.english_forms import S_OF_STEM
from ....text.word_lists.calendar_words import CALENDAR_WORDS, is_calendar_word
from ....text.word_lists.people_words import PEOPLE
from ....text.word_lists.word_sets import split_words

INCOMPLETE = split_words("keep keeps let lets leave leaves make makes put puts")
"""With "us" alone they say nothing: "keeps us in its books"."""

PREFERRED = split_words("prefers prefer avoids avoid enjoys enjoy likes like loves love hates hate")
"""Only a name right after such a verb is its object: "prefers runbooks in English" has none."""

MODALS = split_words(
    "can may must will would should could shall might does did do muss kann darf will soll"
)
TAILS = split_words("today yesterday tomorrow instead together again too there here weekly monthly")
"""May follow a name without being described by it."""

COPULAS = split_words("is are was were ist sind war waren heisst")
PAST_COPULAS = split_words("was were war waren")
NAMING = split_words("heisst heissen hiess hiessen")
"""After them "bei uns" says who calls it so."""

_AUXILIARIES = COPULAS | split_words("has have had hat haben hatte hatten wird werden wurde wurden")
_GERMAN_FINAL = split_words("ist sind war waren hat haben hatte hatten wird werden wurde wurden")
_IRREGULAR = split_words(
    "ate became began bent bit born bought bred broke brought built burnt came caught chose clung"
    " crept cut dealt did drank drew drove dug fed fell felt fled flew forgave found froze gave got"
    " grew held hid hit hung kept knelt knew laid leant leapt learnt led left lent let lost made"
    " met mistook overtook paid put ran rang read rode rose sang sank sat sent set shone shook shot"
    " shrank sold sought spent spoke sprang stole stood struck stuck stung swam swept swore swung"
    " taught threw took tore understood went wept withdrew woke won wore wove wrote"
)
ADVERBS = split_words(
    "also now still currently always usually often mostly mainly only just again already"
    " then normally sometimes both all once later officially"
    " jetzt auch noch immer meist nun schon wieder derzeit inzwischen"
)
"""May stand before a verb."""

PREPOSITIONS = split_words(
    "about above across after against along around as at before behind below beneath beside between"
    " beyond by down during for from in inside into near next of off on onto opposite out outside"
    " over past per since through throughout to toward towards under until up upon via with within"
    " an auf aus bei beim bis durch für gegen hinter im ins mit nach neben seit über um unter vom"
    " von vor zu zum zur zwischen am de del di du van"
)
BESIDE = split_words(
    "above below beside near next opposite behind with against past unter über neben"
)
"""What stands so beside somebody is not theirs: "the flat above Anna"."""

PLACES = split_words("in at from near im in bei aus beim")
"""Between two names they say where the first one is or comes from."""

BY = split_words("by von vom durch")
"""Before who does what is done."""

NAMED_AFTER = split_words("an auf aus bei durch für gegen hinter in mit nach neben über unter von")
"""German prepositions without an article, which a noun would have: "bei Tomas", "im Keller"."""

DETERMINERS = split_words(
    "the a an this that these those each every some any its their der die das den dem des ein eine"
    " einen einem einer le la les los las il lo gli un une una"
)
POSSESSIVES = split_words("his her its their sein seine seinen seinem seiner ihr ihre ihren ihrem")
OWN = split_words("my our mein meine meinen meinem meiner unser unsere unseren unserem unserer")
"""Possessives of the user, in a memory."""

BEFORE_NOUNS = DETERMINERS | POSSESSIVES | OWN
"""A noun stands after one of these."""

SELF = split_words("i we ich wir")
ITALIAN = split_words(
    "sono è ha hanno viene vengono non di del della dei degli delle nel nella nei nelle al alla ai"
    " dal dalla sul sulla con per che il la le gli un una"
)
"""In a sentence with several of these, "I" is an article: "I costumi sono nella cantina"."""

SELF_AS_OBJECT = split_words("me us mir mich uns")
PRONOUNS = split_words(
    "he she it they who i we you one es er sie ich wir man wer this that there here someone"
    " everybody everyone somebody anyone"
)
PERSONS = split_words("he she er")
SINGULAR_PRONOUNS = split_words("he she it er es")
THING_PRONOUNS = split_words("it its es")

BREAKS = split_words(
    "because since when while whenever if that which who whom whose where so but before after until"
    " than although though or whereas once otherwise"
    " weil da dass wenn während sobald aber oder sondern denn obwohl damit bevor nachdem bis als"
    " sonst doch ansonsten"
)
"""Start a clause of its own, or a choice."""

CLAUSES = (
    BREAKS - PREPOSITIONS - split_words("if that which who whom whose where than or when whenever")
)
"""Of these, those that end the clause before, and are no prepositions."""

CHOICE = split_words("or oder /")
"""After a name: one of several, and it is not said which."""

AND = split_words("and & und plus")

ADJECTIVES = split_words(
    "new old own first second third last next favourite favorite big small little former current"
    " other only late young elder older younger good best great red blue green black white grey"
    " brown yellow cheap free main usual previous second-hand used beloved dear poor whole entire"
    " neue neuer neues neuen alte alter altes alten erste ersten zweite letzte letzten"
)
"""Between a possessive and a name they say nothing of what the name is to its owner."""

OF_PERSONS = split_words("old young poor dear little")
"""Before somebody's name they do not say that it is somebody else: "Poor Tomas broke"."""

FORMER = split_words("former ex previous next late ehemaliger ehemalige früherer frühere")
"""With these words, somebody no longer has the role, or does not have it yet."""

NO_ROLES = split_words(
    "message update cc bcc reason alternative source note suggestion warning subject option sender"
    " question wedding birthday gift idea thanks not agenda topic info hint tip task todo kids"
    " guests choice frage grund hinweis betreff quelle geschenk idee number code password pin plate"
    " reference nummer passwort kennzeichen"
    " avenida avenue boulevard calle camino carrer carretera corso paseo piazza place plaza praça"
    " quai rua rue straat via viale vicolo"
)
"""Labels before a name that say nothing of what somebody is."""

OF_ROLE = split_words("of at for von bei de del di du van")
"""Between a role and where somebody has it."""

CIRCUMSTANCES = split_words(
    "after at because before despite during for in on since until without auf bei für im in nach"
    " ohne seit trotz vor während wegen"
)
"""Before "our kitchen" they say where, when or why something is so."""

EACH = split_words("each every jede jeden jedes")
TIMES = CALENDAR_WORDS | split_words(
    "minute hour day night morning evening afternoon week weekend month quarter year spring summer"
    " autumn winter tag nacht morgen abend woche wochenende monat quartal jahr frühling sommer"
    " herbst"
)
"""After "every" they say how often."""

STAYING = split_words("stays stay lives live is are sits boards remains stands lies hangs")
"""Verbs after which "with Anna in Leer" says where Anna is."""

MAKING = split_words(
    "written rewritten designed redesigned drawn painted translated composed recorded filmed edited"
    " programmed coded implemented geschrieben gezeichnet übersetzt gefilmt aufgenommen"
)
"""After "written by Anna", "in" says in what language, program or place that was."""

MEETING = split_words("met meet meets saw spoke talked chatted visited ran")
"""After them a place is where that was."""

UNLIKE = FORMER | split_words("new old other last first second")
"""With these, "the new Otto" is not Otto."""

ELSEWHERE = split_words("to for")
"""With these a clause without a verb goes on: "goes to Oslo, the kids to Leer"."""

ARTICLES = split_words("the a an la le el il un una une")
"""They begin an apposition; "der" and "die" begin a clause as well."""

INDEFINITE_ARTICLES = ("a", "an", "ein", "eine", "einen", "einem", "einer")
"""With one of these an apposition begins after a comma: "Callum Rae, a Scot"."""

PARTICLES = ("down", "up", "off", "out", "over", "away", "back")
"""After an object they belong to the verb: "turned Otto down"."""

_GERMAN_AFTER = split_words(
    "im in ins am an auf bei beim mit vom von aus zum zur zu für den die das dem der ein eine einen"
    " einem neben seit jetzt hinter unter über"
)
"""A word with the ending of a German verb is one before these: "liegt im"."""


_NO_VERBS = PREPOSITIONS | BREAKS | ADVERBS
_NO_NOUNS = PREPOSITIONS | DETERMINERS | ADVERBS | AND | _AUXILIARIES
_NOT_IN_ROLES = PREPOSITIONS | DETERMINERS | ADVERBS | BREAKS | AND | MODALS


def is_verb(word: str, *, plural: bool = False) -> bool:
    """Whether a lower-case word right after a subject reads as a finite verb.

    Args:
        word: The word.
        plural: Whether the subject takes a verb without an ending, as "we" and "they" do.
    """
    if word in _AUXILIARIES or word in _IRREGULAR:
        return True
    # "on Tuesdays and Thursdays"
    if word in _NO_VERBS or not word.isalpha() or is_calendar_word(word):
        return False
    if word.endswith("ed"):
        return len(word) > 3
    if word.endswith("s"):
        return len(word) > 3 and not word.endswith(S_OF_STEM)
    return plural and len(word) > 1 and not word.endswith(("ing", "ly"))


def is_plural(word: str) -> bool:
    """Whether a noun reads as a plural."""
    return word.endswith("s") and not word.endswith(S_OF_STEM)


def is_german_verb(word: str, after: str) -> bool:
    """Whether a word reads as a German verb, by its ending and the word after it."""
    return (
        len(word) > 3 and word.endswith(("t", "te")) and word.isalpha() and after in _GERMAN_AFTER
    )


def is_auxiliary(word: str) -> bool:
    """Whether a word is a form of "be", "have" or a German equivalent."""
    return word in _AUXILIARIES


def is_past(word: str) -> bool:
    """Whether a verb stands in the simple past; "was" and "had" aside."""
    return word in _IRREGULAR or (word.endswith("ed") and len(word) > 3)


def takes_last_word(verb: str) -> bool:
    """Whether a verb has its participle at the end of a German sentence."""
    return verb in _GERMAN_FINAL


_IRREGULAR_PARTICIPLES = split_words("born built drawn led made sold written")
_DONE_BY = split_words(
    "bought bred brought chosen cut driven found given grown held hung kept laid lent run shot sung"
    " taken taught thrown woven"
)
_GERMAN_PREFIXES = ("be", "ent", "er", "ge", "ver", "zer")


def is_participle(word: str, after: str = "") -> bool:
    """Whether a word reads as a past participle: "maintained", "written", "built".

    Args:
        word: The word.
        after: The word after it: "run by" and "geleitet von" are clear, "run" alone is not.
    """
    is_regular = len(word) > 3 and word.endswith("ed")
    return (
        is_regular
        or word in _IRREGULAR_PARTICIPLES
        or (after == "by" and word in _DONE_BY)
        or (
            after == "von"
            and len(word) > 5
            and word.startswith(_GERMAN_PREFIXES)
            and word.endswith(("t", "en"))
        )
    )


def bare(words: Sequence[str]) -> tuple[str, ...]:
    """Return words without the article at their start and those at their end."""
    start = 1 if words and words[0] in DETERMINERS else 0
    end = len(words)
    while end > start and words[end - 1] in DETERMINERS:
        end -= 1
    return tuple(words[start:end])


def is_noun(word: str) -> bool:
    """Whether a word may be a noun: it is of no other class that is known here."""
    return not (word in _NO_NOUNS or is_calendar_word(word) or is_past(word))


def is_role(words: Sequence[str]) -> bool:
    """Whether words name what somebody is to somebody: "form tutor", not "new" or "tutor sees"."""
    return (
        0 < len(words) <= 3
        and words[-1] not in NO_ROLES
        and FORMER.isdisjoint(words)
        # "nachbar kennt"
        and not (len(words) == 2 and words[0] in PEOPLE and words[1] not in PEOPLE)
        and _NOT_IN_ROLES.isdisjoint(words)
        and all(word.replace("-", "").isalpha() for word in words)
        and words[-1] not in ADJECTIVES
        and not any(is_verb(word) for word in words[1:])
        # "declarations reach" has a verb; "customs broker" is lost with it.
        and not (len(words) > 1 and words[0].endswith("s"))
    )
