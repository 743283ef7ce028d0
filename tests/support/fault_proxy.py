"""A TCP proxy in front of Neo4j that can fail in every way a network or a server can.

It also keeps what went over the wire, to be asserted on.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import struct
import threading
from collections.abc import Coroutine
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, Self
from urllib.parse import urlsplit

HTTP = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"
NONSENSE = b"\x00\x08" + b"\xee" * 8 + b"\x00\x00"  # framed as a Bolt message
DRIP_EVERY_S = 0.03


class Fault(Enum):
    """What goes wrong, for connections that exist and for new ones."""

    NONE = "none"
    REFUSED = "refused"
    """Nobody listens; open connections are gone."""
    SILENT = "silent"
    """Connections are accepted, and nothing is ever forwarded or answered, in open ones too."""
    FROZEN_MID_RESULT = "frozen mid-result"
    """The answer stops after its first bytes."""
    RESET = "reset"
    """Every connection is reset as soon as something is sent on it."""
    SLOW_DRIP = "slow drip"
    """Answers come byte by byte."""
    HTTP = "another protocol"
    """Answers are no Bolt."""
    NONSENSE = "nonsense"
    """Answers are framed as Bolt is, without making sense."""
    NEEDS_RESTART = "a database that needs a restart"
    """Each query fails, as after a full disk; logins work."""
    LATENCY = "latency"
    """Each answer comes ``latency_s`` late."""


_ANSWERS = {Fault.HTTP: HTTP, Fault.NONSENSE: NONSENSE}


def _of_bolt(signature: int, **fields: str) -> bytes:
    """A message of the server."""
    packed = b"".join(
        bytes([0xD0, len(word)]) + word.encode() for pair in fields.items() for word in pair
    )
    body = bytes([0xB1, signature, 0xA0 | len(fields)]) + packed
    return len(body).to_bytes(2, "big") + body + b"\x00\x00"


# What a Neo4j 5.26 answers to each query after its disk was full.
_FAILURE = _of_bolt(
    0x7F,
    neo4j_code="Neo.DatabaseError.Transaction.TransactionStartFailed",
    gql_status="50N42",
    description="error: general processing exception - unexpected error.",
    message="The database has encountered a critical error, and needs to be restarted. "
    "Please see database logs for more details.",
)
_IGNORED = b"\x00\x02\xb0\x7e\x00\x00"


@dataclass(frozen=True, slots=True)
class Message:
    """A Bolt message that the client sent."""

    signature: int
    fields: tuple[Any, ...]


RUN, PULL, BEGIN, RESET, ROUTE, LOGON, HELLO = 0x10, 0x3F, 0x11, 0x0F, 0x66, 0x6A, 0x01


@dataclass(slots=True)
class Recording:
    """What one connection carried.

    Attributes:
        sent: All bytes of the client.
        turns: ``client`` and ``server`` in the order of who spoke; never the same twice in a row.
        is_kept: Whether anything is noted; a long run would fill the memory.
    """

    sent: bytearray = field(default_factory=bytearray)
    turns: list[Literal["client", "server"]] = field(default_factory=list)
    is_kept: bool = True

    def note(self, who: Literal["client", "server"], data: bytes) -> None:
        if not self.is_kept:
            return
        if who == "client":
            self.sent += data
        if not self.turns or self.turns[-1] != who:
            self.turns.append(who)

    @property
    def flights(self) -> int:
        """How often the client spoke and waited: the round trips."""
        return self.turns.count("client")

    def messages(self) -> list[Message]:
        """The client's messages, from HELLO on."""
        data = bytes(self.sent)
        start = data.find(bytes([0xB1, HELLO])) - 2
        return [_unpack_message(chunk) for chunk in _dechunk(data[start:])] if start >= 0 else []


class FaultProxy:
    """The proxy, on a thread of its own.

    Args:
        uri: The server behind it.
        latency_s: For ``Fault.LATENCY``.
        tls: The certificate that it shows; None for no TLS. Neo4j behind it has none.
        records: Whether to keep what each connection carries.
    """

    def __init__(
        self,
        uri: str,
        *,
        latency_s: float = 0.1,
        tls: ssl.SSLContext | None = None,
        records: bool = True,
    ) -> None:
        address = urlsplit(uri)
        self._host, self._port = str(address.hostname), int(address.port or 7687)
        self.latency_s = latency_s
        self._tls = tls
        self._records = records
        self.fault = Fault.NONE
        self.recordings: list[Recording] = []
        self.accepted = 0
        self._relays: dict[asyncio.Task[None], socket.socket] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="fault-proxy", daemon=True)
        self._listener: socket.socket | None = None
        self.port = 0

    @property
    def uri(self) -> str:
        return f"bolt://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        self._do(self._listen())
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._shut_down())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def set(self, fault: Fault) -> None:
        """Begin to fail in this way, or to work again."""
        self._do(self._set(fault))

    def has(self, task: asyncio.Task[Any]) -> bool:
        """Whether a task is the proxy's own."""
        return task.get_loop() is self._loop

    def _do(self, coroutine: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(10)

    def _serve(self) -> None:
        self._loop.run_forever()
        self._loop.close()

    async def _listen(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._listener.setblocking(False)
        self._loop.add_reader(self._listener, self._accept, self._listener)
        self.port = self._listener.getsockname()[1]

    async def _set(self, fault: Fault) -> None:
        self.fault = fault
        if fault is Fault.REFUSED:
            self._stop_listening()
            self._reset_all()
        elif self._listener is None:
            await self._listen()

    async def _shut_down(self) -> None:
        self._stop_listening()
        self._reset_all()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)  # lets the transports report their end to the loop

    def _stop_listening(self) -> None:
        if self._listener is not None:
            self._loop.remove_reader(self._listener)
            self._listener.close()
            self._listener = None

    def _reset_all(self) -> None:
        for relay, client in list(self._relays.items()):
            _reset_when_closed(client)
            relay.cancel()

    # Not asyncio's own server: it loses a connection that comes while it ends.
    def _accept(self, listener: socket.socket) -> None:
        try:
            client, _ = listener.accept()
        except OSError:  # gone again
            return
        client.setblocking(False)
        relay = self._loop.create_task(self._relay(client))
        self._relays[relay] = client
        relay.add_done_callback(lambda ended: self._relays.pop(ended).close())

    async def _relay(self, client: socket.socket) -> None:
        reader = asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(reader)
        with contextlib.suppress(OSError):  # the other side went away, or likes no certificate
            transport, _ = await self._loop.connect_accepted_socket(
                lambda: protocol, client, ssl=self._tls
            )
            writer = asyncio.StreamWriter(transport, protocol, reader, self._loop)
            self.accepted += 1
            recording = Recording(is_kept=self._records)
            self.recordings.append(recording)
            try:
                await self._connect(reader, writer, recording)
            finally:
                transport.abort()

    async def _connect(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, recording: Recording
    ) -> None:
        """Carry bytes both ways until one side ends."""
        back_reader, back_writer = await asyncio.open_connection(self._host, self._port)
        pumps = (
            asyncio.create_task(self._upstream(reader, back_writer, writer, recording)),
            asyncio.create_task(self._downstream(back_reader, writer, recording)),
        )
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            back_writer.transport.abort()  # before the wait, which may be cancelled
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _upstream(
        self,
        reader: asyncio.StreamReader,
        server: asyncio.StreamWriter,
        client: asyncio.StreamWriter,
        recording: Recording,
    ) -> None:
        while data := await reader.read(65536):
            recording.note("client", data)
            if self.fault is Fault.RESET:
                if (raw := client.get_extra_info("socket")) is not None:
                    _reset_when_closed(raw)
                return  # the relay closes both ends
            if self.fault in _ANSWERS:
                client.write(_ANSWERS[self.fault])
            elif self.fault is Fault.NEEDS_RESTART and data[3] == RUN:
                client.write(_FAILURE + _IGNORED)  # to RUN and to PULL
            elif self.fault is not Fault.SILENT:
                server.write(data)

    async def _downstream(
        self, reader: asyncio.StreamReader, client: asyncio.StreamWriter, recording: Recording
    ) -> None:
        while data := await reader.read(65536):
            recording.note("server", data)
            if self.fault is Fault.SILENT or self.fault in _ANSWERS:
                continue
            if self.fault is Fault.FROZEN_MID_RESULT:
                client.write(data[: len(data) // 2])
                await asyncio.Event().wait()
            if self.fault is Fault.SLOW_DRIP:
                for byte in data:
                    client.write(bytes([byte]))
                    await asyncio.sleep(DRIP_EVERY_S)
                continue
            if self.fault is Fault.LATENCY:
                await asyncio.sleep(self.latency_s)
            client.write(data)


def _reset_when_closed(raw: socket.socket) -> None:
    """Let a socket end with RST instead of FIN."""
    with contextlib.suppress(OSError):
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def _dechunk(data: bytes) -> list[bytes]:
    messages, current, at = [], b"", 0
    while at + 2 <= len(data):
        size = int.from_bytes(data[at : at + 2], "big")
        at += 2
        if size:
            current += data[at : at + size]
            at += size
        elif current:
            messages.append(current)
            current = b""
    return messages


def _unpack_message(data: bytes) -> Message:
    unpacker = _Unpacker(data[2:])
    return Message(data[1], tuple(unpacker.value() for _ in range(data[0] & 0x0F)))


class _Unpacker:
    """Just enough PackStream for requests."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def _take(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at]

    def _size(self, bytes_: int) -> int:
        return int.from_bytes(self._take(bytes_), "big")

    def value(self) -> Any:
        marker = self._take(1)[0]
        if marker in (0xC0, 0xC2, 0xC3):
            return {0xC0: None, 0xC2: False, 0xC3: True}[marker]
        if marker == 0xC1:
            return struct.unpack(">d", self._take(8))[0]
        if 0xC8 <= marker <= 0xCB:
            return int.from_bytes(self._take(1 << (marker - 0xC8)), "big", signed=True)
        if marker < 0x80 or marker >= 0xF0:
            return marker if marker < 0x80 else marker - 0x100
        kind, size = marker & 0xF0, marker & 0x0F
        if marker >= 0xD0:
            kind = {0xD0: 0x80, 0xD4: 0x90, 0xD8: 0xA0}[marker & 0xFC]
            size = self._size(1 << (marker & 0x03))
        if kind == 0x80:
            return self._take(size).decode()
        if kind == 0x90:
            return [self.value() for _ in range(size)]
        return {self.value(): self.value() for _ in range(size)}
