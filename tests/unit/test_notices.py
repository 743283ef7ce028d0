"""What the chat's log says about a graph that cannot be used."""

from graphrag.agent_zero.service import notices
from graphrag.errors import BreakerOpenError, UnreachableError


def test_behind_an_open_breaker_the_notice_names_what_opened_it():
    error = BreakerOpenError("the last request failed; retrying in the background", "press Start")
    error.__cause__ = UnreachableError("Neo4j was stopped, and stays so", "press Start")

    [notice] = notices.failure(error).notices

    assert notice.content == "Neo4j was stopped, and stays so; press Start"
