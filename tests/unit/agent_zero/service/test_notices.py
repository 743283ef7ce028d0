"""What the chat's log says about a graph that cannot be used."""

from graphrag.agent_zero import markers
from graphrag.agent_zero.service.turn_steps import notices
from graphrag.agent_zero.turn_record import Findings, ShownLine
from graphrag.errors import BreakerOpenError, PackageMissingError, UnreachableError


def test_behind_an_open_breaker_the_notice_names_what_opened_it():
    error = BreakerOpenError("the last request failed; retrying in the background", "press Start")
    error.__cause__ = UnreachableError("Neo4j was stopped, and stays so", "press Start")

    [notice] = notices.failure(error).notices

    assert notice.content == "Neo4j was stopped, and stays so; press Start"


def test_a_missing_driver_is_told_with_the_buttons_that_install_it():
    error = PackageMissingError("the Python package neo4j cannot be imported", "pip install it")
    imported = ModuleNotFoundError("No module named 'numpy'", name="numpy")

    [of_the_driver] = notices.failure(error).notices
    [of_another] = notices.missing_package(imported).notices

    assert "neo4j" in of_the_driver.content
    assert "numpy" in of_another.content
    assert of_the_driver.heading == of_another.heading
    assert all("'Install'" in notice.content for notice in (of_the_driver, of_another))


def test_sources_of_two_scopes_that_have_the_same_id_are_two_sources():
    found = Findings(
        lines=(
            ShownLine("1", "memory", "m1", "Mara owns ledger-db."),
            ShownLine("2", "passage", "m1", "ledger-db runs on kestrel.", "handbook.md"),
            ShownLine("", "relationship", "f1", "Mara owns ledger-db"),
        )
    )

    notice = notices.used_graph(found, "turn", 20, is_shadow=False)

    assert "3 lines from 2 sources" in notice.heading
    assert notice.details["sources"] == "[1] Mara owns ledger-db.; [2] handbook.md"


def test_a_remark_in_the_hosts_output_shows_no_login_of_an_address(capsys):
    markers.note("ConnectionError: no answer from http://user:not-a-password@models:80/v1")

    assert "no answer from http://***@models:80/v1" in capsys.readouterr().out
