"""Messages that ask several things: each ask is ranked by itself, and the best of all come first.

The vector of "who fixes the boiler, and what did the landing get?" lies between both, and the
memories that answer one of them lie behind those that are near both by chance. So each ask has a
vector of its own. Words, names, days and links are those of the whole message. The scores of an ask
are divided by its best one, so that what answers the one counts as much as what answers the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from ..model import Ask, GraphView, LinkStart, RankedPassage
from ..text.messages.asking_part import ENOUGH_WORDS, AskingPart
from ..text.query_words import content_words
from .ranker import FirstRanking
from .similarity import TOP_COUNT, base_scores, best

MAX_STARTS = 10
"""Maximum number of starts of the second round trip over all asks."""


OF_MESSAGE = 0.3
"""Share of the message's similarity in that of an ask of few words: "and what did we pay?"."""


def view_of(ask: Ask, place: int, view: GraphView) -> GraphView:
    """Return the graph data as one ask sees it: with the similarity to its vector.

    Args:
        ask: What is asked.
        place: Its place in the message, from 0.
        view: The graph data of the message.

    Returns:
        The same with other similarities; only names in the ask have a place. As in the view of a
        message, the ten best by C have a cosine.
    """
    share = OF_MESSAGE if len(content_words(ask.text)) < ENOUGH_WORDS else 0.0
    cosines, passages = {}, {}
    for key, passage in view.passages.items():
        centred = passage.centred
        if passage.ask_cosines:
            whole, cosine = passage.ask_cosines[0], passage.ask_cosines[place + 1]
            cosines[key] = cosine + share * (whole - cosine)
            # The rest is what all vectors of the scope share.
            centred += cosines[key] - whole
        passages[key] = passage.with_similarity(None, centred)
    spans = AskingPart(ask.text, ask.spans).moved(view.name_spans)
    seen = replace(view, passages=passages, name_spans=spans)
    base = base_scores(seen)
    for key in {*best({key: base[key] for key in cosines}, TOP_COUNT), *view.recalled}:
        if key in cosines:
            passages[key] = passages[key].with_similarity(cosines[key], passages[key].centred)
    return seen


def joined_first(rankings: Sequence[FirstRanking]) -> FirstRanking:
    """Return what the second round trip is asked for, for all asks together.

    Args:
        rankings: What each ask wants, in their order.
    """
    if len(rankings) == 1:
        return rankings[0]
    starts: dict[str, LinkStart] = {}
    each = MAX_STARTS // len(rankings)
    for start in chain.from_iterable(ranking.starts[:each] for ranking in rankings):
        if start.key not in starts or starts[start.key].weight < start.weight:
            starts[start.key] = start
    in_turn = zip_longest(*(ranking.order for ranking in rankings))
    order = dict.fromkeys(key for keys in in_turn for key in keys if key is not None)
    return FirstRanking(tuple(starts.values()), list(order))


def joined(rankings: Sequence[Sequence[RankedPassage]]) -> tuple[RankedPassage, ...]:
    """Return one ranked list for all asks: each passage as the ask has it that it fits best.

    Args:
        rankings: The ranked list of each ask, over the same candidates.

    Returns:
        All candidates, best first; the scores are those of the ask with the highest one, and those
        of the others in the same proportion.
    """
    if len(rankings) == 1:
        return tuple(rankings[0])
    tops = [ranking[0].score for ranking in rankings if ranking]
    highest = max(tops, default=0.0)
    found: dict[str, tuple[float, RankedPassage]] = {}
    for ranking in rankings:
        factor = highest / ranking[0].score if ranking and ranking[0].score > 0 else 1.0
        for entry in ranking:
            key, score = entry.passage.key, entry.score * factor
            if key not in found or found[key][0] < score:
                found[key] = score, entry
    ordered = sorted(found, key=lambda key: (-found[key][0], key))
    return tuple(replace(found[key][1], score=found[key][0]) for key in ordered)
