"""Counting tokens, with the encoding of the machine or by an estimate that is rather too high."""

from __future__ import annotations

import json
import socket
import sys
from base64 import b64encode
from hashlib import sha512
from pathlib import Path

import pytest
import tiktoken
import tiktoken.registry
from hypothesis import given
from hypothesis import strategies as st

from graphrag.packing import tokens
from graphrag.packing.tokens import counter_up_to, estimate_tokens, load_counter

COUNTED = json.loads(
    (Path(__file__).parents[1] / "data" / "token_counts.json").read_text(encoding="utf-8")
)


@pytest.fixture
def machine_without_encoding(tmp_path, monkeypatch):
    """No encoding loaded or lying about, and no network to fetch it from."""
    monkeypatch.setattr(tiktoken.registry, "ENCODINGS", {})
    monkeypatch.setattr(tokens.tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("DATA_GYM_CACHE_DIR", raising=False)
    monkeypatch.setitem(sys.modules, "litellm", None)

    def refuse(*_args, **_kwargs):
        raise AssertionError("a download was tried")

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    return tmp_path


@pytest.mark.parametrize("item", COUNTED, ids=lambda item: item["text"][:20])
def test_the_estimate_is_not_below_the_true_count(item):
    assert estimate_tokens(item["text"]) >= item["cl100k_base"]


def test_the_estimate_of_a_key_is_not_below_its_true_count():
    pieces = [b64encode(sha512(bytes([number])).digest()).rstrip(b"=") for number in range(4)]
    assert estimate_tokens(b"".join(pieces).decode()) >= 253  # of cl100k_base


@pytest.mark.parametrize(
    ("text", "true_count"),
    [("ACGTACGGT" * 40, 200), ("GATTACA" * 30, 90), ("acgtacggt" * 40, 200)],
)
def test_the_estimate_of_a_sequence_is_not_below_its_true_count(text, true_count):
    assert estimate_tokens(text) >= true_count


def test_the_estimate_is_not_wildly_above_the_true_count_of_english():
    item = COUNTED[2]
    assert estimate_tokens(item["text"]) <= 1.7 * item["cl100k_base"]


@given(st.text(), st.text())
def test_lines_can_be_counted_one_by_one(one, other):
    together = estimate_tokens(f"{one.rstrip()}\n{other.lstrip()}")
    apart = estimate_tokens(f"{one.rstrip()}\n") + estimate_tokens(other.lstrip())
    assert together <= apart


def test_without_the_encoding_the_estimate_serves_and_nothing_is_downloaded(
    machine_without_encoding,
):
    assert load_counter() is estimate_tokens


def test_a_damaged_copy_of_the_encoding_is_not_used(machine_without_encoding):
    (machine_without_encoding / tokens._CACHE_FILE).write_bytes(b"damaged")
    assert load_counter() is estimate_tokens
    assert load_counter().name == "estimate"
    assert (machine_without_encoding / tokens._CACHE_FILE).exists()


def test_an_intact_copy_is_read_from_where_it_lies(machine_without_encoding, monkeypatch):
    # A small encoding under the real one's file name; only its checksum is another.
    content = b"\n".join(f"{_base64(bytes([i]))} {i}".encode() for i in range(256))
    (machine_without_encoding / tokens._CACHE_FILE).write_bytes(content)
    monkeypatch.setattr(tokens, "_is_intact", Path.is_file)
    asked = []

    def small_encoding(name):
        asked.append((name, tokens.os.environ["TIKTOKEN_CACHE_DIR"]))
        return _bytewise(name)

    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "elsewhere")
    monkeypatch.setenv("DATA_GYM_CACHE_DIR", str(machine_without_encoding))
    monkeypatch.setattr(tiktoken, "get_encoding", small_encoding)
    assert load_counter()("abc") == 3
    assert asked == [("cl100k_base", str(machine_without_encoding))]
    assert tokens.os.environ["TIKTOKEN_CACHE_DIR"] == "elsewhere"


def test_an_encoding_that_the_process_has_loaded_is_used(machine_without_encoding):
    tiktoken.registry.ENCODINGS["cl100k_base"] = _bytewise("cl100k_base")
    counter = load_counter()
    assert counter("abc") == 3
    assert counter.name == "cl100k_base"
    assert counter("<|endoftext|>") == len("<|endoftext|>")
    assert counter("\ud800") > 0


def _bytewise(name: str) -> tiktoken.Encoding:
    return tiktoken.Encoding(
        name,
        pat_str=r"\S+|\s+",
        mergeable_ranks={bytes([i]): i for i in range(256)},
        special_tokens={"<|endoftext|>": 256},
    )


def _base64(raw: bytes) -> str:
    import base64

    return base64.b64encode(raw).decode()


@given(st.text(max_size=60), st.integers(0, 400), st.integers(0, 120))
def test_a_counter_for_one_block_is_exact_up_to_its_budget(text, times, limit):
    whole = estimate_tokens(text * times)
    counted = counter_up_to(limit, estimate_tokens)(text * times)
    assert counted == whole if whole <= limit else counted > limit


def test_a_counter_for_one_block_reads_no_more_of_a_long_text_than_it_must():
    read = []

    def count(text):
        read.append(len(text))
        return estimate_tokens(text)

    assert counter_up_to(500, count)("one word after another " * 10_000) > 500
    assert sum(read) < 5_000


def test_a_tiktoken_that_cannot_be_imported_leaves_the_estimate(monkeypatch, tmp_path):
    package = tmp_path / "tiktoken"
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError('made for another Python')")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.partition(".")[0] == "tiktoken"]:
        monkeypatch.delitem(sys.modules, name)
    assert load_counter() is estimate_tokens
