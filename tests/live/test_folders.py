"""A folder whose files come, go, move and change: the graph of a fresh ingest, for little work."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from graphrag.embedding.hashed import HashedEmbedder
from graphrag.errors import UnreachableError
from graphrag.graph.ingest import ingest_paths
from graphrag.graph.stats import scope_stats

from ..support.dump import canonical_dump
from ..support.graphs import fresh_scope
from .test_sync_kills import Failing

PEOPLE = ("Anna Lund", "Otto Falk", "Ida Berg", "Mara Holm")
SERVICES = ("order-db", "price-api", "ledger-db")


class CountingEmbedder(HashedEmbedder):
    """Counts the passages that it embeds; names of entities do not count."""

    def __init__(self, name: str = "counting", shift: int = 0) -> None:
        super().__init__(16)
        self._name = name
        self._shift = shift
        self.passages = 0

    @property
    def name(self) -> str:
        return self._name

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.passages += sum("looks after" in text for text in texts)
        return np.roll(super().embed(texts), self._shift, axis=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    notes = tmp_path / "notes"
    (notes / "teams").mkdir(parents=True)
    for number in range(12):
        person, service = PEOPLE[number % 4], SERVICES[number % 3]
        (notes / f"{number}.md").write_text(
            f"# Service {number}\n\n{person} looks after `{service}` in rack {number}.\n"
        )
    (notes / "only.md").write_text(
        "# Heron Works\n\nBasil Thorne of Heron Works looks after `gate-7`, and `gate-7` depends "
        "on `order-db`.\n"
    )
    (notes / "names.md").write_text("# Names\n\nIda Berg looks after Heron Works.\n")
    return notes


def change(folder: Path) -> None:
    """Two files removed, one renamed, one moved into a folder, one changed, one new."""
    (folder / "only.md").unlink()
    (folder / "3.md").unlink()
    (folder / "4.md").rename(folder / "four.md")
    (folder / "5.md").rename(folder / "teams" / "5.md")
    page = folder / "6.md"
    page.write_text(page.read_text() + "\n## Night\n\nSven Dahl looks after it at night.\n")
    (folder / "13.md").write_text("# New\n\nSven Dahl looks after `stock-db`.\n")


def test_after_changes_the_graph_is_that_of_a_fresh_ingest(writer, scope, folder):
    ingest_paths(writer, [folder], scope, HashedEmbedder(16))
    change(folder)
    report = ingest_paths(writer, [folder], scope, HashedEmbedder(16))
    assert (report.documents_added, report.documents_removed) == (4, 4)
    with fresh_scope(writer) as fresh:
        ingest_paths(writer, [folder], fresh, HashedEmbedder(16))
        assert canonical_dump(writer, scope) == canonical_dump(writer, fresh)


def test_only_new_passages_are_embedded(writer, scope, folder):
    first = CountingEmbedder()
    ingest_paths(writer, [folder], scope, first)
    assert first.passages == 14
    again = CountingEmbedder()
    change(folder)
    ingest_paths(writer, [folder], scope, again)
    assert again.passages == 4


def test_another_embedder_makes_all_vectors_anew_even_if_it_is_interrupted(writer, scope, folder):
    ingest_paths(writer, [folder], scope, CountingEmbedder())
    other = CountingEmbedder("other", shift=1)
    with pytest.raises(UnreachableError):
        ingest_paths(Failing(writer, 2), [folder], scope, other)
    again = CountingEmbedder("other", shift=1)
    ingest_paths(writer, [folder], scope, again)
    assert again.passages == 14
    [stats] = scope_stats(writer, scope)
    assert stats.embedder == "other", "questions are embedded by it too"
    with fresh_scope(writer) as fresh:
        ingest_paths(writer, [folder], fresh, CountingEmbedder("other", shift=1))
        texts = [
            line
            for line in canonical_dump(writer, fresh).splitlines()
            if line.startswith('[["Document"')
        ]
        assert set(texts) <= set(canonical_dump(writer, scope).splitlines())


def test_an_ingest_without_an_embedder_keeps_the_vectors(writer, scope, folder):
    ingest_paths(writer, [folder], scope, CountingEmbedder())
    before = canonical_dump(writer, scope)
    page = (folder / "6.md").read_text()
    (folder / "6.md").write_text("# Other\n\nSven Dahl looks after `order-db`.\n")
    ingest_paths(writer, [folder], scope)
    (folder / "6.md").write_text(page)
    again = CountingEmbedder()
    ingest_paths(writer, [folder], scope, again)
    assert again.passages == 1
    assert canonical_dump(writer, scope) == before


def test_pages_are_read_once_what_they_need_is_installed(writer, scope, folder, monkeypatch):
    (folder / "depot.html").write_text("<h1>Depot</h1><p>Ilse Vermeer runs the depot.</p>")
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "bs4", None)
        for _ in range(2):
            assert ingest_paths(writer, [folder], scope).bad_lines == 1
    report = ingest_paths(writer, [folder], scope)
    assert (report.documents_added, report.bad_lines) == (1, 0)
    # Pages that were read stay where the package is lost.
    monkeypatch.setitem(sys.modules, "bs4", None)
    for _ in range(2):
        assert ingest_paths(writer, [folder], scope).documents_removed == 0
