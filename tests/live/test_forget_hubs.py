"""A scope is forgotten however many facts one of its names has."""

from __future__ import annotations

from graphrag.graph.cypher.forgetting import FORGET_ENTITY_NODES
from graphrag.graph.ingest import ingest_paths
from graphrag.graph.writing import forget
from graphrag.graph.writing.forget import Forgotten, forget_document, forget_scope

from ..support.graphs import ask, write_lines

FACTS = "MATCH (:Entity {scope: $scope})-[r]->(:Entity) RETURN count(r) AS facts"


class CountingFacts:
    """A writer that notes how many facts there are whenever entities are removed."""

    def __init__(self, writer, scope):
        self._writer = writer
        self._scope = scope
        self.facts: list[int] = []

    def __getattr__(self, name):
        return getattr(self._writer, name)

    def write(self, template, parameters, **options):
        if template is FORGET_ENTITY_NODES:
            self.facts += [row["facts"] for row in ask(self._writer, FACTS, scope=self._scope)]
        return self._writer.write(template, parameters, **options)


def test_no_transaction_removes_a_name_together_with_its_facts(writer, scope, tmp_path):
    hub = [["Mara", "owns", f"boat {number}"] for number in range(50)]
    ingest_paths(writer, [write_lines(tmp_path / "hub.jsonl", *hub)], scope)
    counting = CountingFacts(writer, scope)
    assert forget_scope(counting, scope) >= 51
    assert set(counting.facts) == {0}
    assert ask(writer, "MATCH (n {scope: $scope}) RETURN n.key AS key", scope=scope) == []


class CountingSteps:
    """A writer that notes how many facts each of its transactions took away."""

    def __init__(self, writer, scope):
        self._writer = writer
        self._scope = scope
        self._facts = self._count()
        self.taken: list[int] = []

    def __getattr__(self, name):
        return getattr(self._writer, name)

    def write(self, template, parameters, **options):
        rows = self._writer.write(template, parameters, **options)
        before, self._facts = self._facts, self._count()
        self.taken.append(before - self._facts)
        return rows

    def _count(self):
        return ask(self._writer, FACTS, scope=self._scope)[0]["facts"]


def test_an_input_of_facts_goes_in_steps_of_bounded_size_and_leaves_those_of_others(
    writer, scope, tmp_path, monkeypatch
):
    hub = [["Mara", "owns", f"boat {number}"] for number in range(50)]
    path = write_lines(tmp_path / "hub.jsonl", *hub)
    ingest_paths(writer, [path], scope)
    ingest_paths(writer, [write_lines(tmp_path / "few.jsonl", *hub[:3])], scope)
    monkeypatch.setattr(forget, "FACTS_PER_TRANSACTION", 20)
    counting = CountingSteps(writer, scope)
    assert forget_document(counting, scope, str(path)) == Forgotten()
    assert sum(counting.taken) == 47
    assert max(counting.taken) <= 20
