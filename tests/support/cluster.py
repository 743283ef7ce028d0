"""Members of a cluster, and the routing table that says where they are.

Every member leads to the one live Neo4j, so each query gets a real answer. What is scripted is the
answer to ``ROUTE``, which a server without a cluster cannot give.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from .fault_proxy import ROUTE, FaultProxy, Recording

SUCCESS = 0x70
TTL_S = 300


class Router(FaultProxy):
    """A member that answers ``ROUTE`` with a table of its own; the rest is Neo4j's.

    Args:
        uri: The server behind it.
        options: As for ``FaultProxy``.
    """

    def __init__(self, uri: str, **options: Any) -> None:
        super().__init__(uri, **options)
        self.readers: Sequence[FaultProxy] = ()

    async def _upstream(
        self,
        reader: asyncio.StreamReader,
        server: asyncio.StreamWriter,
        client: asyncio.StreamWriter,
        recording: Recording,
    ) -> None:
        """Answer the requests for routes, and leave the other ones to the member."""
        requests = asyncio.StreamReader()
        rest = super()._upstream(requests, server, client, recording)
        relay = asyncio.create_task(rest)
        try:
            while data := await reader.read(65536):
                if data[3:4] == bytes([ROUTE]):
                    client.write(_message(SUCCESS, {"rt": self._table()}))
                else:
                    requests.feed_data(data)
        finally:
            relay.cancel()

    def _table(self) -> dict[str, Any]:
        roles = {"ROUTE": [self], "READ": self.readers, "WRITE": [self]}
        servers = [
            {"role": role, "addresses": [f"127.0.0.1:{member.port}" for member in members]}
            for role, members in roles.items()
        ]
        return {"ttl": TTL_S, "db": "neo4j", "servers": servers}


@contextmanager
def cluster(uri: str, readers: int, **options: Any) -> Iterator[Router]:
    """A router and its readers.

    Args:
        uri: The server behind all of them.
        readers: How many there are.
        options: Of each member, as for ``FaultProxy``.
    """
    with ExitStack() as stack:
        router = stack.enter_context(Router(uri, **options))
        router.readers = [stack.enter_context(FaultProxy(uri, **options)) for _ in range(readers)]
        yield router


def _message(signature: int, *fields: Any) -> bytes:
    body = bytes([0xB0 | len(fields), signature]) + b"".join(map(_pack, fields))
    return len(body).to_bytes(2, "big") + body + b"\x00\x00"


def _pack(value: Any) -> bytes:
    """Just enough PackStream for a routing table."""
    if isinstance(value, int):
        return b"\xc9" + value.to_bytes(2, "big")
    if isinstance(value, str):
        data = value.encode()
        return bytes([0xD0, len(data)]) + data
    if isinstance(value, dict):
        pairs = (_pack(part) for pair in value.items() for part in pair)
        return bytes([0xA0 | len(value)]) + b"".join(pairs)
    return bytes([0x90 | len(value)]) + b"".join(map(_pack, value))
