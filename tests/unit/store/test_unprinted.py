"""Parameters cost the driver nothing to print, and are sent as they are."""

from neo4j._codec.packstream.v1 import PackableBuffer, Packer

from graphrag.store.unprinted import unprinted

PARAMETERS = {"p": {"vector": [0.5] * 400, "names": ["a"]}, "rows": [{"key": "x"}] * 900, "n": 1}


def packed(value):
    buffer = PackableBuffer()
    Packer(buffer).pack(value)
    return bytes(buffer.data)


def test_what_the_driver_would_log_is_short():
    assert repr(unprinted(PARAMETERS)) == "{'p': {...}, 'rows': [...], 'n': 1}"


def test_the_same_bytes_are_sent():
    assert unprinted(PARAMETERS) == PARAMETERS
    assert packed(unprinted(PARAMETERS)) == packed(PARAMETERS)
