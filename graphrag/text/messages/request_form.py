"""Messages that need no memory, as their form shows: thanks, "shorter please", pasted texts, verse.

"danke dir, mehr brauch ich nicht" thanks and asks nothing. "translate this: ..." brings all that it
is about along, and so shares words with memories by chance. "write me an R function that ..." wants
general knowledge. Each form is read narrowly: who says "my", "we" or a name that is not thanked or
greeted, or goes on after the thanks, may well mean something of their own. A language that is not
listed only loses the hint.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..names.single_words.german_nouns import capitalises_nouns, may_be_noun
from ..spans import without_spans
from ..word_lists.calendar_words import CALENDAR_WORDS
from ..word_lists.word_sets import any_of, split_words
from ..words import words
from .first_person import FIRST_PERSON
from .habits import calls_on_habits

READ_CHARACTERS = 400
"""What a message wants stands at its beginning."""

MAX_THANKS = 6
"""Maximum number of words of a message that only thanks, greets or agrees."""

THANKS_WITHIN = 3
"""Number of first words among which thanks must be in a longer message that ends the talk."""

MAX_FAREWELL = 10
"""Maximum number of words of one that thanks and ends the talk: "thanks, that's all for today"."""

_THANKS = split_words(
    "thanks thank thx cheers ta danke dank merci gracias grazie obrigado obrigada bedankt dankjewel"
    " takk tack tak dziękuję dzięki děkuji díky teşekkürler teşekkür sağol sağolun sağ"
    " спасибо дякую kiitos köszönöm köszi mulțumesc mersi gràcies ty thankyou"
    " 谢谢 謝謝 谢谢你 謝謝你 多谢 感谢"
    " ありがとう ありがとうございます ありがとうございました 감사합니다 고마워 고마워요 고맙습니다"
)
_GREETINGS = split_words(
    "hi hello hey moin hallo servus salut bonjour bonsoir hola ciao buongiorno olá hoi hei hej"
    " cześć ahoj čau merhaba selam günaydın привет привіт bye goodbye goodnight tschüss tschüs"
    " adieu adiós arrivederci tchau doei"
    " 你好 您好 こんにちは おはよう おはようございます こんばんは 안녕하세요"
)
_ANSWERS = split_words(
    "yes yeah yep yup no nope sure fine cool awesome great wonderful excellent perfect lol haha"
    " please ja jo jep nein nö genau klar prima toll bitte oui non parfait génial sí vale perfecto"
    " genial sì perfetto sim não ótimo nee graag nie ano ne prosím super skvělé evet hayır tamam"
    " lütfen süper harika harikasın да нет хорошо 好 好的 是的 はい いいえ 네"
)
"""Words that answer or praise what the agent said last."""

_WITH_THEM = split_words(
    "you very much so again ok okay and too there super nice good morning evening night a lot"
    " vielen schön dir euch ihnen sehr guten morgen tag abend beaucoup bien muchas muy buenos días"
    " buenas mille tante muito bom dia boa je wel hartelijk tusen mange skal du ha bardzo dzień"
    " dobry dobrý den noc moc mockrát çok ederim ol iyi akşamlar geceler selv så mye meget"
    " большое mycket god paljon szépen foarte moltes iyi günler"
)
"""Words of thanks and greetings that ask nothing either."""

_TIMES_OF_DAY = split_words(
    "morning afternoon evening night morgen tag abend nacht soirée nuit journée días tarde tardes"
    " noche noches giorno sera notte dia noite morgon kväll natt aften kveld goedemorgen"
    " goedemiddag goedenavond dzień wieczór dobranoc večer утро вечер günaydın geceler akşamlar"
)
"""Of "good morning" and its like."""

_WISHES = split_words(
    "happy merry frohe frohes feliz joyeux joyeuse buon gelukkig dankeschön buonanotte"
)

_FAREWELLS = split_words("see bis bientôt hasta presto soon spoedig snart wkrótce")
"""Of "see you", "bis bald", "hasta luego" and their like."""

_ADDRESSES = _THANKS | _GREETINGS | _TIMES_OF_DAY | _WISHES | _FAREWELLS

_WITH_NAMES = (
    _ADDRESSES
    | _ANSWERS
    | _WITH_THEM
    | split_words(
        "gute gutes bonne buenas buona boa god goede gode goda доброе добрый"
        " birthday christmas easter new year geburtstag weihnachten ostern jahr neues anniversaire"
        " noël navidad cumpleaños natal natale compleanno verjaardag"
        " und and et y e en och og i a"
        " for your the help everything für die deine ihre hilfe alles pour ton votre l'aide tout"
        " por la tu su ayuda todo per il tuo l'aiuto tutto voor de hulp pela ajuda tudo za pomoc"
        " later soon then tomorrow bald später dann à plus tard demain luego pronto mañana presto"
        " domani até logo amanhã straks tot ziens vi ses snart do zobaczenia"
    )
)
"""What a message that thanks or greets somebody by name may have besides: "great, thanks Bea"."""

_NEVER_MIND = split_words(
    "never mind nevermind forget it vergiss es egal passt lass gut sein laisse tomber oublie rien"
    " c'est pas grave déjalo olvídalo da igual nada lascia stare perdere niente fa nulla deixa pra"
    " lá esquece laat maar vergeet het niks dobra glem det glöm nieważne nic zapomnij zapomeň neřeš"
    " boş ver неважно забудь 算了 没事 いいです 아니에요 됐어"
)
"""Words that take a request back."""

_TILL_THEN = split_words(
    "on at in tomorrow later soon then next time week"
    " monday tuesday wednesday thursday friday saturday sunday"
    " bald später dann mal nächste nächsten woche"
    " montag dienstag mittwoch donnerstag freitag samstag sonntag"
    " demain plus tard prochaine luego mañana pronto domani dopo logo amanhã breve straks ses i"
    " jutra zobaczenia"
)
"""What a farewell may have besides: "see you tomorrow", "bis nächste Woche"."""

_ASKS_NOTHING = _THANKS | _GREETINGS | _ANSWERS | _WITH_THEM | _NEVER_MIND
_TAKES_LEAVE = _FAREWELLS | split_words("à a tot do até vi")

_ENDS = re.compile(
    r"that(?:['’]s| is| was) (?:all|it|enough|everything|what i needed|great|perfect)"
    r"|that (?:helps|helped|will do)|(?:all|enough) for (?:now|today)|saved my"
    r"|das (?:war|wars|ist|wär) alles|(?:das )?reicht|mehr brauch\w* (?:ich|es|wir)|genügt"
    r"|c['’]est tout|ça suffit|eso es todo|con eso basta|è tutto|basta così|é tudo|chega por"
    r"|dat was (?:het|alles)|zo is het goed|det holder|det var alt|det er nok|det räcker"
    r"|to wszystko|wystarczy|to je vše|to stačí|bu kadar|yeterli|det är allt|это вс[её]|достаточно",
    re.IGNORECASE,
)
QUESTION_WORDS = split_words(
    "who whom whose when where what which why how wer wen wem wann wo wie woher wohin warum welche"
    " welcher welches qui quand où comment combien pourquoi quién cuándo dónde cómo cuánto qué chi"
    " quando dove quanto quem onde wanneer waar hoe welke wat hvem hva hvad hvor når vem vad när"
    " hur kto kiedy gdzie jak ile kdo kdy kde kolik kim nerede kaç кто когда где как сколько"
)
_GOES_ON = QUESTION_WORDS | split_words(
    "and then now next also but same please use send add make und dann jetzt noch auch aber bitte"
    " et puis aussi mais y ahora también pero e poi anche ma en ook maar og så også men och sen"
    " också też ale taky ještě ve bir de ama şimdi и ещё тоже"
)
QUESTION_MARKS = frozenset("?？؟")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")

_OWN = FIRST_PERSON - split_words("me mir mi mij mig")
"""First persons, without those for whom something is written: "write me a function"."""

_TRANSLATE = (
    r"translate|übersetz\w*|trad[uú][iczç]\w*|vertaal|oversett|oversæt|översätt|přelož\w*"
    r"|przetłumacz|переведи\w*|ins [^\W\d_]{3,12}sche"
)
_REWORK = (
    r"put(?= (?:this|that|it|the)\b)|rephrase|paraphrase|rewrite|reword|proofread|shorten|polish"
    r"|summari[sz]e|correct|(?:make|turn)(?= (?:this|that|it)\b)"
    r"|fix the (?:grammar|spelling|typos?|mistakes|wording|punctuation|english|german|french)"
    r"(?: of| in)?|mach(?= (?:das|dies|es)\b)|rends(?= (?:ça|ceci|cela)\b)|haz(?= esto\b)"
    r"|mach\w{0,2} aus (?:dem|diesem|der|dieser|den|folgendem) [^\W\d_]{3,12}"
    r"(?: [^\W\d_]{2,15}){1,4}"
    r"|korrigier\w*|formulier\w*|kürze?|corrig\w+|reformul\w+|verbeter|popraw"
)
_PLEASE = r"\W{0,3}(?:(?:please|bitte|can you|could you|kannst du)\W{1,2})?"
_TO_WHAT = (
    r"(?:[^\w\n]{1,3}(?:(?:to|into|in|ins|til|till|en|au|al|naar(?: het)?|na|på|на)"
    r" (?:(?:plain|simple) )?[^\W\d_]{4,15}"
    r"|(?:more|less|plus|moins|más|menos) [^\W\d_]{3,15}|[^\W\d_]{3,12}(?:er|ly)"
    r"|sound|read|a (?:bit|little)|much|for (?:the|an?|my|our) [^\W\d_]{3,12}"
    r"|this|that|it|please|bitte|das|dies\w*|ihn|the|following|text|sentence|for me"
    r"|folgende[nsr]?|satz|mal|esto|ça|questo|dit|dette|det)(?!\w)){0,6}"
)
_FIVE_WORDS = r"(?:[^\W_]+(?:['’-][^\W_]+)*[^\w\n]{1,3}){4}[^\W_]"
_QUOTED = rf"[\"“„«»›‹'‘][^\w\n]{{0,2}}{_FIVE_WORDS}"
_BROUGHT_ALONG = re.compile(
    rf"{_PLEASE}(?:(?:{_TRANSLATE}){_TO_WHAT}\s?(?::\s{{0,3}}{_FIVE_WORDS}|:?\s{{0,3}}{_QUOTED})"
    rf"|(?:{_REWORK}){_TO_WHAT}(?:\s?:?\s{{0,3}}{_QUOTED}|:? ?\n\s{{0,3}}{_FIVE_WORDS}))",
    re.IGNORECASE,
)
_TRANSLATED = re.compile(
    r"\W{0,3}(?:请|請)?(?:翻译|翻譯)[^\n:：「『\"“]{0,12}[:：「『\"“\n][^\n]{8}"
)

_OTHER = (
    r"(?:shorter|longer|briefer|simpler|clearer|friendlier|nicer|softer|funnier"
    r"|(?:more|less) (?:formal|polite|concise|detailed|casual|friendly|technical)"
    r"|kürzer|länger|einfacher|klarer|freundlicher|förmlicher|höflicher|(?:plus|moins) (?:court"
    r"|long|simple|clair|poli|formel)e?|(?:más|menos) (?:cort|larg|brev|simpl|clar|formal)\w*"
    r"|(?:più|meno) (?:cort|lung|brev|semplic|chiar|formal)\w*)"
)
_REMAKE = re.compile(
    rf"{_PLEASE}(?:(?:make|keep) (?:it|this|that) |mach\w? (?:es|das) |fais-le |rends-le |hazlo"
    rf" |fallo )?(?:(?:a (?:bit|little)|much|bitte|etwas|noch|viel) ){{0,2}}{_OTHER}"
    rf"(?:,? (?:and|und|et|y|e) {_OTHER})?(?:,? (?:please|pls|thanks|bitte|danke))?[\s.!]*",
    re.IGNORECASE,
)
"""An order about the last answer: "make it shorter"."""

_ONE = r"an?|eine?n?|un[ae]?|uno|een|et|ett|en"
_MAKE = r"write|give|make|draft|schreib\w*|gib|escribe\w*|haz|écri\w+|fais|scriv\w+|schrijf|skriv"
_CODE = (
    r"function|regex|regexp|one-?liner|query|loop|macro|formula|script|funktion|formel|fonction"
    r"|función|fórmula|funzione|functie|funksjon|einzeiler"
)
_VERSE = r"poem|haiku|limerick|sonnet|joke|gedicht|witz|poème|poema|poesia|dikt"
_LANGUAGES = split_words("python bash zsh excel sql r js javascript java go rust perl awk sed jq")
_LANGUAGE = any_of(_LANGUAGES)
_MAKE_ONE = re.compile(
    rf"{_PLEASE}(?:{_MAKE})(?: me| mir| moi)? (?:{_ONE})(?: [^\s?!.:]{{1,15}}){{0,3}}"
    rf" (?:{_CODE}|{_VERSE}|(?:{_LANGUAGE})-(?:zeile|befehl|skript|funktion|abfrage))(?!\w)",
    re.IGNORECASE,
)
_CODE_THAT = re.compile(
    rf"{_PLEASE}(?:an? )?(?:(?:{_LANGUAGE}) )?(?:{_CODE})"
    r" (?:to|for|that|which|with|um|für|pour|para|per|om|voor)(?!\w)",
    re.IGNORECASE,
)
_FOR_KNOWN = re.compile(
    r"(?:script|macro|skript|makro) (?:for|für|pour|para|per|voor) "
    r"(?:the|den|die|das|le|la|les|el|los|las|il|lo|i|gli|de|het)(?!\w)",
    re.IGNORECASE,
)
"""A script is for a certain thing of the user's: "script for the backup"."""


def needs_no_memory(message: str, name_spans: Iterable[tuple[int, int]] = ()) -> bool:
    """Whether a message only thanks, is about the answer before, brings its text, or wants code.

    Args:
        message: The user's message; only its beginning is read.
        name_spans: Where it has names that the graph knows: the offsets of start and end.
    """
    start = message[:READ_CHARACTERS].strip()
    return (
        _only_thanks(start)
        or _only_addresses(message[:READ_CHARACTERS], name_spans)
        or _BROUGHT_ALONG.match(start) is not None
        or _TRANSLATED.match(start) is not None
        or _REMAKE.fullmatch(start) is not None
        or _wants_general_work(start)
    )


def _only_thanks(start: str) -> bool:
    """Whether a message thanks, greets or agrees, or is only signs; and asks nothing."""
    if not start or not QUESTION_MARKS.isdisjoint(start) or any(map(str.isdigit, start)):
        return False
    written = [_folded(word) for word in _WORD.findall(start[: 20 * MAX_FAREWELL])]
    if len(written) <= MAX_THANKS and _ASKS_NOTHING.issuperset(written):
        return True
    if _takes_leave(written):
        return True
    thanks = len(written) <= MAX_FAREWELL and not _THANKS.isdisjoint(written[:THANKS_WITHIN])
    rest, ends = _ENDS.subn(" ", start)  # "that is what I needed" asks nothing
    return thanks and ends > 0 and _GOES_ON.isdisjoint(map(_folded, _WORD.findall(rest)))


def _takes_leave(written: Sequence[str]) -> bool:
    """Whether words are those of a farewell: "see you tomorrow", "à demain"."""
    return (
        1 < len(written) <= MAX_THANKS
        and not _TAKES_LEAVE.isdisjoint(written[:-1])
        and {*written} <= _ASKS_NOTHING | _TAKES_LEAVE | _TILL_THEN
    )


def _only_addresses(message: str, name_spans: Iterable[tuple[int, int]]) -> bool:
    """Whether a message thanks or greets somebody by name: "Danke Malte!", "good morning Bea"."""
    spans = tuple(name_spans)
    rest = without_spans(message, spans)
    if not spans or not QUESTION_MARKS.isdisjoint(rest):
        return False
    written = {_folded(word) for word in _WORD.findall(rest)}
    return not written.isdisjoint(_ADDRESSES) and written <= _WITH_NAMES


def _folded(word: str) -> str:
    """Case-fold a word; a Turkish capital "İ" stays one letter."""
    return word.replace("İ", "i").casefold()


def _wants_general_work(start: str) -> bool:
    """Whether a message wants code or verse, and nothing of the user's or of somebody's."""
    if not (_MAKE_ONE.match(start) or _CODE_THAT.match(start)):
        return False
    if calls_on_habits(start) or _FOR_KNOWN.search(start):
        return False
    written = _WORD.findall(start)
    if not _OWN.isdisjoint(map(str.casefold, written)):
        return False
    # "R" and "MOV" are no names; in a German message, nouns are none either.
    capitals = [word for word in written[1:] if word[0].isupper() and not word.isupper()]
    names = {*map(str.casefold, capitals)} - _LANGUAGES - CALENDAR_WORDS
    return not names or (capitalises_nouns(start, words(start)) and all(map(may_be_noun, names)))
