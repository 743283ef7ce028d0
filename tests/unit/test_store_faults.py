"""Errors of the store: no secrets in them, and none imports the driver without need."""

from __future__ import annotations

import subprocess
import sys
import textwrap

from hypothesis import given
from hypothesis import strategies as st

from graphrag.store import Connection
from graphrag.store.faults import mask

printable = st.text(
    st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="*"),
    min_size=8,
    max_size=30,
)


@given(password=printable, before=printable, after=printable)
def test_a_password_never_survives_in_a_message(password, before, after):
    connection = Connection("bolt://127.0.0.1:1", "neo4j", password)
    assert password not in mask(f"{before}{password}{after}", connection)


def test_a_long_message_is_cut_only_after_it_was_masked():
    connection = Connection("bolt://127.0.0.1:1", "neo4j", "p" * 30)
    assert "ppppp" not in mask("x" * 185 + "p" * 30, connection)


@given(user=printable.filter(str.isalnum), password=printable.filter(str.isalnum))
def test_credentials_in_an_address_are_masked(user, password):
    masked = mask(f"cannot resolve bolt://{user}:{password}@example.invalid:7687")
    assert masked == "cannot resolve bolt://***@example.invalid:7687"


def test_a_message_is_one_short_line():
    masked = mask("first\nsecond\r\n\tthird " + "x" * 1000)
    assert masked.startswith("first second third x")
    assert len(masked) <= 203
    assert "\n" not in masked


def test_a_connection_does_not_show_its_password():
    connection = Connection("bolt://127.0.0.1:1", "neo4j", "do-not-show")
    assert "do-not-show" not in f"{connection!r} {connection}"


def test_making_a_store_and_a_writer_imports_no_driver_and_starts_no_thread():
    program = """
        import sys, threading
        from graphrag.store import Connection, GraphStore, GraphWriter
        connection = Connection("bolt://127.0.0.1:1", "neo4j", "none")
        with GraphStore(connection) as store, GraphWriter(connection):
            store.check()
            assert "neo4j" not in sys.modules
            assert threading.active_count() == 1, threading.enumerate()
        assert threading.active_count() == 1
    """
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
