"""The table in docs/FAULTS.md says what reads meet in each fault."""

from __future__ import annotations

from .report import PAGE, measure, reasons_on


def test_each_fault_ends_with_a_reason_of_the_table(neo4j_server) -> None:
    table = reasons_on(PAGE.read_text(encoding="utf-8"))
    seen = {row.fault: set(row.reasons or ("-",)) for row in measure(neo4j_server, repeats=1)}
    assert seen.keys() == table.keys()
    assert {fault: reasons for fault, reasons in seen.items() if not reasons <= table[fault]} == {}
