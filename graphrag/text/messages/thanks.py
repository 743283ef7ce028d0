"""Messages that only thank, greet, agree or take leave: "danke dir, mehr brauch ich nicht".

Who goes on after the thanks, or asks something, may well mean something of their own. A language
that is not listed only loses the hint.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..spans import without_spans
from ..word_lists.question_words import QUESTION_MARKS, QUESTION_WORDS
from ..word_lists.word_sets import split_words

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

_GOOD = split_words(
    "good gute guten gutes bonne buenas buona boa god goede gode goda доброе добрый"
)
"""Of "bonne soirée" and its like."""

_WITH_NAMES = (
    _ADDRESSES
    | _ANSWERS
    | _WITH_THEM
    | _GOOD
    | split_words(
        "birthday christmas easter new year geburtstag weihnachten ostern jahr neues anniversaire"
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

_ASKS_NOTHING = _THANKS | _GREETINGS | _ANSWERS | _WITH_THEM | _GOOD | _TIMES_OF_DAY | _NEVER_MIND
_TAKES_LEAVE = _FAREWELLS | split_words("à a tot do até vi")
_OF_FAREWELLS = _ASKS_NOTHING | _TAKES_LEAVE | _TILL_THEN

_ENDS = re.compile(
    r"that(?:['’]s| is| was) (?:all|it|enough|everything|what i needed|great|perfect)"
    r"|that (?:helps|helped|will do)|(?:all|enough) for (?:now|today)|saved my"
    r"|das (?:war|wars|ist|wär) alles|(?:das )?reicht|mehr brauch\w* (?:ich|es|wir)|genügt"
    r"|c['’]est tout|ça suffit|eso es todo|con eso basta|è tutto|basta così|é tudo|chega por"
    r"|dat was (?:het|alles)|zo is het goed|det holder|det var alt|det er nok|det räcker"
    r"|to wszystko|wystarczy|to je vše|to stačí|bu kadar|yeterli|det är allt|это вс[её]|достаточно",
    re.IGNORECASE,
)
_GOES_ON = QUESTION_WORDS | split_words(
    "and then now next also but same please use send add make und dann jetzt noch auch aber bitte"
    " et puis aussi mais y ahora también pero e poi anche ma en ook maar og så også men och sen"
    " också też ale taky ještě ve bir de ama şimdi и ещё тоже"
)
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
"""A word as it is written, with its apostrophes: "l'aide", "that's"."""


def only_thanks(message: str, name_spans: Iterable[tuple[int, int]] = ()) -> bool:
    """Whether a message only thanks, greets, agrees or takes leave, also of somebody by name.

    Args:
        message: The beginning of the user's message.
        name_spans: Where it has names that the graph knows: the offsets of start and end.
    """
    return _only_kind_words(message.strip()) or _only_addresses(message, name_spans)


def _only_kind_words(start: str) -> bool:
    """Whether a message only thanks, greets, agrees, takes leave or is signs; and asks nothing."""
    if not start or not QUESTION_MARKS.isdisjoint(start) or any(map(str.isdigit, start)):
        return False
    written = [_folded(word) for word in WORD.findall(start[: 20 * MAX_FAREWELL])]
    if len(written) <= MAX_THANKS and _ASKS_NOTHING.issuperset(written):
        return True
    if _takes_leave(written):
        return True
    thanks = len(written) <= MAX_FAREWELL and not _THANKS.isdisjoint(written[:THANKS_WITHIN])
    rest, ends = _ENDS.subn(" ", start)  # "that is what I needed" asks nothing
    return thanks and ends > 0 and _GOES_ON.isdisjoint(map(_folded, WORD.findall(rest)))


def _takes_leave(written: Sequence[str]) -> bool:
    """Whether words are those of a farewell: "see you tomorrow", "à demain"."""
    return (
        1 < len(written) <= MAX_THANKS
        and not _TAKES_LEAVE.isdisjoint(written[:-1])
        and _OF_FAREWELLS.issuperset(written)
    )


def _only_addresses(message: str, name_spans: Iterable[tuple[int, int]]) -> bool:
    """Whether a message thanks or greets somebody by name: "Danke Malte!", "good morning Bea"."""
    spans = tuple(name_spans)
    rest = without_spans(message, spans)
    if not spans or not QUESTION_MARKS.isdisjoint(rest):
        return False
    written = {_folded(word) for word in WORD.findall(rest)}
    return not written.isdisjoint(_ADDRESSES) and written <= _WITH_NAMES


def _folded(word: str) -> str:
    """Case-fold a word; a Turkish capital "İ" stays one letter."""
    return word.replace("İ", "i").casefold()
