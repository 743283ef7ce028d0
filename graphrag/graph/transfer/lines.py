"""The lines of an export file: a header, the scope, then one line for each node and fact.

Only the header depends on the scope's name: the exports of two scopes with equal graphs are equal
from the second line on. Lines name nodes by their ids, and come in the order of ``KINDS``.
"""

from __future__ import annotations

import base64
import math
import sys
from array import array
from datetime import date, datetime
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from ...model import FactType, graph_key
from ...text.storable import MAX_TEXT

FORMAT = 1
"""Increase it when older versions can no longer read the file."""

Kind = Literal["scope", "entity", "unit", "passage", "container", "revision", "fact"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_BY_KEY = "key:"
# confidence, weight, evidence start and end, source: what follows the key in a fact's support
_SUPPORT = r"^ \d\.\d\d \d\d\.\d \d{6} \d{6} (user_edit|file|system|conversation)$"

Whole = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]
"""A number that the database can hold."""

Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
"""How often something is there; sums of it stay numbers that the database can hold."""

MAX_INDEXED_BYTES = 7_500
"""A text in an index of Neo4j, with its scope beside it, may have no more."""


def _indexable(text: str) -> str:
    if len(text.encode("utf-8", "surrogatepass")) > MAX_INDEXED_BYTES:
        raise ValueError(f"longer than {MAX_INDEXED_BYTES} bytes")
    return text


Indexed = Annotated[str, AfterValidator(_indexable)]
"""A text that an index of the database holds."""


def _with_type(entity_id: str) -> str:
    if not all(entity_id.partition(":")):
        raise ValueError("not a type and a name with a colon between them")
    return entity_id


EntityId = Annotated[Indexed, AfterValidator(_with_type)]
"""``type:normalised name``."""


def _moment(text: str) -> str:
    if datetime.fromisoformat(text).tzinfo is None:
        raise ValueError("a time without a UTC offset")
    return text


Moment = Annotated[str, AfterValidator(_moment)]
"""A time in ISO 8601, with its UTC offset."""

Day = Annotated[int, Field(ge=1, le=date.max.toordinal())]
"""A day as a proleptic Gregorian ordinal."""


class Line(BaseModel):
    """A line of the file; fields with their default values are left out.

    No string is longer than the longest text that the graph holds.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, str_max_length=MAX_TEXT)

    def json_line(self) -> bytes:
        """Return the line as it stands in the file."""
        return self.model_dump_json(exclude_defaults=True).encode() + b"\n"


class Header(Line):
    """The first line.

    Attributes:
        a0_graphrag_export: The format.
        version: The version of this package that wrote it.
        schema_version: The schema version of the graph.
        scope: The scope's full name.
        name: Its name within its install; its full name if it belongs to no install.
        counts: How many lines of each kind follow.
    """

    a0_graphrag_export: int
    version: str
    schema_version: int
    scope: str
    name: str
    counts: dict[Kind, int]


class ScopeLine(Line):
    """What a scope's own node holds; ``mean`` in double precision."""

    kind: Literal["scope"]
    dimension: int | None = Field(None, ge=1)
    embedder: str | None = None
    analyzer: str
    mean: str | None = None
    first_day: Day | None = None
    last_day: Day | None = None
    digest: str | None = None
    synced_at: Moment | None = None
    held: Whole | None = None
    without_extraction: list[str] | None = None
    mixed: bool | None = None


class EntityLine(Line):
    """An entity with the normalised forms of its aliases."""

    kind: Literal["entity"]
    id: EntityId
    name: str
    norm_name: Indexed
    type: str
    aliases: list[str] = []
    description: str = ""
    hash: str | None = None
    vector: str | None = None
    norms: list[Indexed] = []


class DocumentLine(Line):
    """The fields that all documents have.

    ``ref`` is the name of a document whose key does not follow from its id.
    """

    id: str
    ref: str = ""
    unit: Indexed
    source: str | None = None
    hash: str | None = None

    @property
    def reference(self) -> str:
        """How other lines name it."""
        return self.ref or self.id


class UnitLine(DocumentLine):
    """One ingested input."""

    kind: Literal["unit"]
    progress: str | None = None
    complete: bool
    embedder: str = ""


class PassageLine(DocumentLine):
    """A passage or memory; ``mentions`` are entity id, count and start."""

    kind: Literal["passage"]
    origin: Literal["memory", "ingest"]
    text: str
    title: str = ""
    content: str | None = None
    links: str | None = None
    area: str
    timestamp: str | None = None
    day: Day | None = None
    edited: bool | None = None
    vector: str | None = None
    mixed: bool | None = None
    shared_with: list[str] | None = None
    mentions: list[tuple[str, Count, Whole | None]] = []


class ContainerLine(DocumentLine):
    """A session or file; ``members`` are a document and its position."""

    kind: Literal["container"]
    origin: Literal["memory", "ingest"]
    area: Literal["session", "file", "replaced"]
    title: str = ""
    timestamp: str | None = None
    ordered: bool = True
    shared_with: list[str] | None = None
    members: list[tuple[str, Whole]] = []


class RevisionLine(Line):
    """Which older documents a document replaces."""

    kind: Literal["revision"]
    document: str
    supersedes: list[str] = []
    amends: list[str] = []
    outdates: list[str] = []


class FactLine(Line):
    """A fact; ``support`` are a document and what the graph keeps of its evidence."""

    kind: Literal["fact"]
    type: FactType
    subject: str
    object: str
    predicate: str
    ref: str = ""
    description: str = ""
    created: Whole = 0
    accesses: Count = 0
    last_access: Whole | None = None
    support: list[tuple[str, Annotated[str, Field(pattern=_SUPPORT)]]]


AnyLine = ScopeLine | EntityLine | UnitLine | PassageLine | ContainerLine | RevisionLine | FactLine
LINES: TypeAdapter[AnyLine] = TypeAdapter(Annotated[AnyLine, Field(discriminator="kind")])
"""Reads any line but the header."""


def reference(scope: str, key: str, identifier: str | None) -> str:
    """Return how the file names a node: by its id, or by its key if that does not follow from it.

    It does not for ids that were too long or could not be stored as they were.

    Args:
        scope: The scope's full name.
        key: The node's key.
        identifier: Its stored id; None if the node is gone.
    """
    named = identifier is not None and not identifier.startswith(_BY_KEY)
    if named and graph_key(scope, identifier or "") == key:
        return identifier or ""
    return f"{_BY_KEY}{key}"


def packed(numbers: list[float], code: Literal["f", "d"] = "f") -> str:
    """Return a vector as base64 of little-endian numbers.

    Args:
        numbers: The vector.
        code: ``f`` for single precision, in which the graph stores vectors; ``d`` for double.
    """
    return base64.b64encode(_little_endian(array(code, numbers)).tobytes()).decode("ascii")


def unpacked(text: str, code: Literal["f", "d"] = "f") -> list[float]:
    """Return the vector that ``packed`` was given.

    Raises:
        ValueError: It is not one, or holds a number that is not finite.
    """
    numbers = array(code)
    numbers.frombytes(base64.b64decode(text, validate=True))
    numbers = _little_endian(numbers)
    if not all(map(math.isfinite, numbers)):
        raise ValueError("a number of a vector is not finite")
    return numbers.tolist()


def _little_endian(numbers: array[float]) -> array[float]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
