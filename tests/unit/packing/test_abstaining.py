"""Whether a message gets a block at all, and which memories are worth showing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphrag.model import Likeness

from ...support.blocks import block_of, entry, found


def linked_memories(count: int):
    return [
        replace(entry(f"l{i}", f"Linked memory {i}.", 0.2 - 0.01 * i), graph_score=0.1)
        for i in range(count)
    ]


class TestAbstaining:
    def retrieval(self, *scores: float, title: str = "", relevance: float | None = 0.9):
        entries = [
            entry(f"n{i:02}", f"Memory number {i}.", score, title=title)
            for i, score in enumerate(scores)
        ]
        return found(*entries, relevance=relevance)

    def test_a_message_that_is_not_about_memory_gets_no_block(self):
        block = block_of(self.retrieval(0.9, relevance=0.2))
        assert (block.text, block.withheld) == ("", "not_about_memory")

    def test_where_the_host_recalled_something_there_is_a_block(self):
        retrieval = found(
            entry("old", "Known.", 0.9), entry("new", "New.", 0.8), recalled=("old",), relevance=0.2
        )
        assert block_of(retrieval).passages == ("new",)

    def test_where_no_memory_shares_a_word_with_the_message_recall_alone_is_no_reason(self):
        recalled = found(
            entry("old", "Known.", 0.9), entry("new", "New.", 0.8), recalled=("old",), relevance=0.2
        )
        assert block_of(replace(recalled, recall_is_evidence=False)).text == ""
        assert block_of(replace(recalled, recall_is_evidence=False, relevance=0.9)).text

    def test_a_message_that_names_a_past_day_gets_one_if_it_looks_a_little_like_memory(self):
        dated = replace(self.retrieval(0.9, relevance=0.4), is_of_past_day=True)
        assert block_of(dated).text
        assert not block_of(replace(dated, is_of_past_day=False)).text
        assert not block_of(replace(dated, relevance=0.1)).text

    def test_what_is_on_a_day_that_a_memory_writes_of_is_answered(self):
        dated = replace(self.retrieval(0.9, relevance=0.4), writes_of_day=True)
        assert block_of(dated).text
        assert not block_of(replace(dated, relevance=0.1)).text
        only = tuple(entry.passage.key for entry in dated.passages[:1])
        asked = replace(dated, relevance=0.1, asked_about=only)
        assert block_of(asked).passages == only

    @pytest.mark.parametrize(("cosine", "is_written"), [(0.89, True), (0.4, False)])
    def test_a_message_close_to_one_memory_gets_one_however_few_there_are(self, cosine, is_written):
        near = replace(entry("near", "Mirela has the number 0700-441 902."), vector_score=cosine)
        block = block_of(
            found(near, entry("far", "Pea soup."), relevance=0.3, recall_is_evidence=False)
        )
        assert bool(block.text) is is_written

    def test_a_message_gets_one_if_a_file_states_a_fact_about_what_it_names(self):
        known = found(entry("p", "Text."), relevance=0.1, knows_a_name=True)
        assert block_of(known).text
        assert not block_of(replace(known, knows_a_name=False)).text

    def test_a_message_about_memory_gets_one(self):
        assert block_of(self.retrieval(0.9, relevance=0.9)).text

    def test_without_vectors_nothing_says_that_it_is_not_about_memory(self):
        assert block_of(self.retrieval(0.9, relevance=None)).text

    def test_a_memory_far_worse_than_the_best_is_not_shown(self):
        scores = (0.9, 0.9, 0.9, 0.9, 0.9, 0.8, 0.1)
        assert block_of(self.retrieval(*scores)).passages[-1] == "n05"

    def test_a_question_for_several_memories_gets_weaker_ones_too(self):
        retrieval = self.retrieval(0.9, 0.9, 0.9, 0.9, 0.35, 0.1)
        one, several = Likeness(0.1, several=-0.02), Likeness(0.1, several=0.04)
        assert block_of(replace(retrieval, likeness=one)).passages[-1] == "n03"
        assert block_of(replace(retrieval, likeness=several)).passages[-1] == "n04"

    def test_the_more_surely_several_are_asked_for_the_weaker_memories_it_gets(self):
        retrieval = self.retrieval(0.9, 0.9, 0.9, 0.9, 0.35, 0.2)
        shown = [
            len(block_of(replace(retrieval, likeness=Likeness(0.1, several))).passages)
            for several in (0.02, 0.04, 0.06, 0.9)
        ]
        assert shown == [4, 5, 6, 6]

    def test_for_several_memories_likeness_to_the_question_counts_more_than_links(self):
        linked = replace(entry("linked", "Far away.", 0.9), graph_score=0.6)
        similar = entry("similar", "Alike.", 0.7)
        retrieval = found(linked, similar)
        several = replace(retrieval, likeness=Likeness(0.1, several=0.06))
        assert block_of(retrieval).passages == ("linked", "similar")
        assert block_of(several).passages == ("similar", "linked")

    def test_a_passage_of_a_file_keeps_its_place_whatever_is_asked_for(self):
        linked = replace(entry("linked", "Far away.", 0.9, title="Guide"), graph_score=0.6)
        retrieval = found(linked, entry("similar", "Alike.", 0.7, title="Guide"))
        several = replace(retrieval, likeness=Likeness(0.1, several=0.06))
        assert block_of(several).passages == ("linked", "similar")

    def test_weak_ones_are_left_out_even_where_the_best_is_weak(self):
        scores = (0.2, 0.19, 0.18, 0.17, 0.15)
        assert block_of(self.retrieval(*scores)).passages[-1] == "n03"
        assert block_of(self.retrieval(*scores, relevance=None)).passages[-1] == "n04"

    def test_what_links_speak_for_is_not_weak(self):
        weak = self.retrieval(0.3, 0.29, 0.28)
        linked = replace(entry("linked", "It is in rack B7.", 0.2), hybrid_score=0.02)
        for graph_score, is_shown in ((0.18, True), (0.02, False)):
            last = replace(linked, graph_score=graph_score)
            block = block_of(replace(weak, passages=(*weak.passages, last)))
            assert ("linked" in block.passages) is is_shown

    def test_among_many_documents_one_may_lie_a_little_further_below_the_best(self):
        few = self.retrieval(0.9, 0.9, 0.9, 0.9, 0.425)
        many = replace(few, documents=400)
        assert len(block_of(few).passages) == 4
        assert len(block_of(many).passages) == 5

    def test_the_first_few_are_shown_though_far_from_the_best(self):
        assert len(block_of(self.retrieval(0.9, 0.1, 0.05, 0.04)).passages) == 3

    def test_what_nothing_speaks_for_is_shown_only_if_it_is_the_best(self):
        assert block_of(self.retrieval(0.9, 0.1, -0.2)).passages == ("n00", "n01")
        assert block_of(self.retrieval(-0.1, -0.2)).passages == ("n00",)

    def test_the_best_new_memory_is_shown_however_good_the_recalled_are(self):
        retrieval = found(entry("old", "Known.", 0.9), entry("new", "New.", 0.1), recalled=("old",))
        assert block_of(retrieval).passages == ("new",)

    def test_the_memories_that_the_two_best_lead_to_are_shown_whatever_their_scores(self):
        near = [entry(f"n{i}", f"Memory number {i}.", 0.9) for i in range(4)]
        far = [replace(entry(f"f{i}", f"Far {i}.", 0.2), graph_score=0.2) for i in range(2)]
        linked = linked_memories(7)
        starts = dict.fromkeys(["l0", "l1", "l2", "l3"], "n0")
        starts |= {"l4": "n1", "l5": "n2", "l6": "f0"}
        shown = block_of(replace(found(*near, *far, *linked), starts=starts)).passages
        assert shown == ("n0", "n1", "n2", "n3", "l0", "l1", "l2", "l4")

    def test_the_more_documents_there_are_the_more_linked_ones_are_shown(self):
        near, linked = [entry("n", "The best one.", 0.9)], linked_memories(20)
        starts = {memory.passage.key: "n" for memory in linked}
        numbers = []
        for documents in (10, 160, 400, 10_000):
            retrieval = replace(found(*near, *linked), starts=starts, documents=documents)
            numbers.append(len(block_of(retrieval).passages) - 1)
        assert numbers == [3, 3, 8, 8]

    def test_of_the_linked_ones_the_strongest_link_is_shown_and_the_best_of_the_others(self):
        near = [entry(f"n{i}", f"Memory number {i}.", 0.9) for i in range(4)]
        links = {
            "weak": (0.2, 0.1),
            "weaker": (0.19, 0.2),
            "weakest": (0.18, 0.2),
            "strong": (0.01, 0.3),
        }
        linked = [
            replace(entry(key, f"The {key} one.", score), graph_score=graph_score)
            for key, (score, graph_score) in links.items()
        ]
        starts = dict.fromkeys(links, "n0")
        shown = block_of(replace(found(*near, *linked), starts=starts)).passages
        assert shown[4:] == ("weak", "weaker", "strong")

    def test_what_repeats_the_best_memory_takes_no_place_of_what_names_lead_to(self):
        best = entry("best", "Labels come out of moorhen, in rack B7.", 0.9)
        again = [
            replace(entry(f"a{i}", f"moorhen in B7 prints labels ({i}).", 0.7), graph_score=0.2)
            for i in range(4)
        ]
        answer = replace(entry("answer", "B7 holds for 22 minutes.", 0.2), graph_score=0.1)
        starts = dict.fromkeys(["a0", "a1", "a2", "a3", "answer"], "best")
        retrieval = replace(found(best, *again, answer), starts=starts)
        assert block_of(retrieval).passages == ("best", "a0", "a1", "a2", "a3", "answer")

    @pytest.mark.parametrize("likeness", [0.0, -0.1])
    def test_names_lead_on_where_nothing_is_like_the_message(self, likeness):
        memories = [*(entry(f"n{i}", f"Memory {i}.", 0.9) for i in range(4)), *linked_memories(1)]
        unlike = [replace(memory, hybrid_score=likeness) for memory in memories]
        retrieval = replace(found(*unlike), starts={"l0": "n0"})
        assert block_of(retrieval).passages[-1] == "l0"

    def test_a_passage_of_an_article_is_shown_as_long_as_there_is_room(self):
        scores = (0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.1)
        assert len(block_of(self.retrieval(*scores, title="Malmö")).passages) == 7
