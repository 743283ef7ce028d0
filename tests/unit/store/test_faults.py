"""Errors of the store: no secrets in them, and none imports the driver without need."""

from __future__ import annotations

import contextlib
import socket
import struct
import subprocess
import sys
import textwrap
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.errors import DeadlineError, NotSetUpError, PackageMissingError, UnreachableError
from graphrag.store import BreakerState, Connection, StoreLimits, pooled_driver
from graphrag.store.connector import Connector
from graphrag.store.driver_thread import DriverThread
from graphrag.store.faults import mask

from ...support.stores import make_store, read, wait_until

names = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=40)
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


@given(user=names, password=names)
def test_credentials_in_an_address_are_masked(user, password):
    masked = mask(f"cannot resolve bolt://{user}:{password}@example.invalid:7687")
    assert masked == "cannot resolve bolt://***@example.invalid:7687"


def test_a_password_among_the_parameters_of_an_address_is_masked():
    masked = mask("bolt:// takes no parameters. Given: bolt://db:7687?password=not-a-password")
    assert masked == "bolt:// takes no parameters. Given: bolt://db:7687?password=***"


def test_a_message_is_one_short_line():
    masked = mask("first\nsecond\r\n\tthird " + "x" * 1000)
    assert masked.startswith("first second third x")
    assert len(masked) <= 203
    assert "\n" not in masked


def test_a_connection_does_not_show_its_password():
    connection = Connection("bolt://127.0.0.1:1", "neo4j", "do-not-show")
    assert "do-not-show" not in f"{connection!r} {connection}"


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_a_refused_connection_is_said_in_plain_words(scheme):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        uri = f"{scheme}://127.0.0.1:{unused.getsockname()[1]}"
        with (
            make_store(Connection(uri, "neo4j", "none")) as store,
            pytest.raises(UnreachableError) as raised,
        ):
            read(store, deadline_ms=5000)
    assert raised.value.message == f"no connection to Neo4j at {uri}: the connection was refused"


def test_a_connection_that_breaks_before_the_login_is_said_in_plain_words():
    with socket.create_server(("127.0.0.1", 0)) as server:

        def break_each():
            with contextlib.suppress(OSError):
                while True:
                    client, _ = server.accept()
                    client.recv(1)
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    client.close()

        threading.Thread(target=break_each, daemon=True).start()
        uri = f"bolt://127.0.0.1:{server.getsockname()[1]}"
        with (
            make_store(Connection(uri, "neo4j", "none")) as store,
            pytest.raises(UnreachableError) as raised,
        ):
            read(store, deadline_ms=5000)
        server.shutdown(socket.SHUT_RDWR)
    assert raised.value.message == f"no connection to Neo4j at {uri}: it broke before the login"


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


def test_after_an_unexpected_error_of_a_probe_the_next_probe_still_comes():
    errors = iter([UnreachableError("away"), RuntimeError("unexpected")])

    def provide():
        raise next(errors, NotSetUpError("nothing to connect to"))

    with make_store(provide, breaker_open_ms=20) as store:
        with pytest.raises(UnreachableError):
            read(store)
        wait_until(lambda: store.breaker_state is BreakerState.CLOSED, timeout_s=10)
        with pytest.raises(NotSetUpError):
            read(store)


def test_a_driver_that_cannot_be_imported_for_whatever_reason_is_a_missing_package(
    monkeypatch, tmp_path
):
    (tmp_path / "neo4j.py").write_text("raise ValueError('numpy.dtype size\\nchanged')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "neo4j", raising=False)
    nowhere = Connection("bolt://127.0.0.1:9", "neo4j", "")
    with (
        make_store(nowhere) as store,
        pytest.raises(PackageMissingError, match=r"numpy\.dtype size changed"),
    ):
        read(store, deadline_ms=5000)


def test_a_slow_import_of_the_driver_is_no_failure_of_the_server(monkeypatch):
    goes_on = threading.Event()
    imported = pooled_driver._import_driver
    monkeypatch.setattr(pooled_driver, "_import_driver", lambda: goes_on.wait(60) and imported())
    nobody = Connection("bolt://127.0.0.1:1", "neo4j", "irrelevant")
    with contextlib.closing(DriverThread()) as thread:
        connector = Connector(thread, nobody, StoreLimits(connect_timeout_ms=1))
        connecting = thread.submit(connector.driver())
        with pytest.raises(TimeoutError):
            connecting.result(0.3)
        goes_on.set()
        with pytest.raises((UnreachableError, DeadlineError)):
            connecting.result(60)
