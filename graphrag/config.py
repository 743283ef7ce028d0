"""Every setting: typed, validated once, with one clear warning for each value that cannot be used.

Sources, of which the first that has a value wins: the process environment, an env file (command
line only), the host plugin's configuration, the default. Inside the host, no env file of the
working directory is read: the host has loaded its own into the environment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
)
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from .caps import HARD_CAPS, MIN_BLOCK_TOKENS, TURN_BUDGET_MS
from .setting_checks import check_database, check_uri, stripped
from .switch import SWITCH_VARIABLES, deciding_variable
from .wording import hide_credentials

STRATEGIES: Mapping[str, str] = {
    "two_pass": "two_pass.TwoPassRanker",
    "proximity": "proximity.ProximityRanker",
    "rrf": "rrf.RrfRanker",
    "activation": "activation.ActivationRanker",
    "queries": "query_expansion.QueriesRanker",
    "hybrid": "plain.PlainRanker",
}
"""The only list of ranking strategies: each with its module and class in ``ranking/strategies/``.

The default stands first. The classes are imported on first use, so that reading the settings loads
none of them.
"""

FORMER_STRATEGY_NAMES: Mapping[str, str] = {"vector": "hybrid"}
"""What 0.1.0 called a strategy, and its name now."""

_SWITCH = tuple(map(str.lower, SWITCH_VARIABLES))


def _check_strategy(value: str) -> str:
    value = FORMER_STRATEGY_NAMES.get(value, value)
    if value not in STRATEGIES:
        raise ValueError(f"must be one of {', '.join(STRATEGIES)}")
    return value


class Settings(BaseSettings):
    """All settings. The upper-case name of a field is its environment variable.

    Most callers use ``load_settings``, which turns a wrong value into a warning. The constructor
    reads the environment too, and raises pydantic's ``ValidationError``.

    Example:
        ::

            settings = Settings(neo4j_uri="bolt://localhost:7687", graphrag_max_tokens=300)
            quicker = settings.model_copy(update={"graph_expand_max_hops": 1})
    """

    model_config = SettingsConfigDict(
        frozen=True, extra="ignore", env_ignore_empty=True, populate_by_name=True
    )

    graphrag_enabled: Annotated[bool, BeforeValidator(stripped)] = Field(
        default=False,
        validation_alias=AliasChoices(*_SWITCH),
        description="The switch. If off, the plugin does nothing.",
    )
    graphrag_mode: Literal["on", "shadow"] = Field(  # a turn reads it alone
        default="on",
        description="`shadow`: like `on`, but the prompt gets nothing; the screen shows the block.",
    )
    neo4j_uri: Annotated[str, BeforeValidator(stripped), AfterValidator(check_uri)] = Field(
        default="local",
        description="`local`, or the address of a server (`bolt://`, `neo4j://`, `+s`, `+ssc`).",
    )
    neo4j_user: str = Field(default="neo4j", description="User of the server; unused for `local`.")
    neo4j_password: SecretStr = Field(
        default=SecretStr(""), description="Password of the server; unused for `local`."
    )
    neo4j_database: Annotated[str, AfterValidator(check_database)] = Field(
        default="neo4j", min_length=1, description="Name of the database."
    )
    neo4j_query_timeout_ms: int = Field(
        default=400,
        ge=1,
        description="Time limit of one query, in ms.",
    )
    graphrag_turn_budget_ms: int = Field(  # a turn reads it alone: `caps.turn_budget_ms`
        default=TURN_BUDGET_MS,
        ge=1,
        description="Time limit of all graph work in one turn, in ms.",
    )
    graph_expand_max_hops: int = Field(
        default=2,
        ge=1,
        description="Maximum number of hops from the best documents and the named entities.",
    )
    graph_expand_limit: int = Field(
        default=100, ge=1, description="Maximum number of entities followed in a turn."
    )
    graph_max_results: int = Field(
        default=50, ge=1, description="Maximum number of passages added to the recalled ones."
    )
    graphrag_max_tokens: int = Field(
        default=500,
        ge=MIN_BLOCK_TOKENS,
        le=8000,
        description="Token budget of the block and its preamble (the text above it).",
    )
    graphrag_max_chunks: int | None = Field(
        default=None,
        ge=1,
        description=(
            "Maximum number of passages in the block, or in a `graph_search`."
            " Default: limited by tokens only."
        ),
    )
    graphrag_strategy: Annotated[str, AfterValidator(_check_strategy)] = Field(
        default="two_pass", description="How passages are ranked."
    )
    graphrag_min_confidence: float = Field(
        default=0.3,
        ge=0,
        le=1,
        description="Minimum confidence for following the graph.",
    )
    graphrag_min_graph_score: float = Field(
        default=0, ge=0, le=1, description="Minimum score of a graph result, relative to the best."
    )
    graphrag_vector_weight: float = Field(
        default=0.7,
        ge=0,
        le=1,
        description="Weight of similarity in the strategies `proximity` and `activation`.",
    )
    graphrag_extraction: Literal["rules", "llm"] = Field(
        default="rules", description="How entities and facts are found in memories."
    )
    graphrag_llm_calls_per_day: int = Field(
        default=50, ge=0, description="Maximum model calls per day with `GRAPHRAG_EXTRACTION=llm`."
    )
    graphrag_sync: bool = Field(default=True, description="Update the graph when memories change.")
    graphrag_embed_question: Literal["auto", "always", "never"] = Field(
        default="auto",
        description="Whether to embed the question, memories in other languages and example "
        "messages; `auto`: only with a local, free embedder.",
    )
    graphrag_text_analyzer: str = Field(
        default="english",
        pattern=r"^[a-z0-9_-]{1,40}$",
        description="Neo4j's full-text analyzer for documents. It applies to new scopes only.",
    )
    graphrag_home: Path | None = Field(
        default=None,
        description="Folder for all plugin data; only in the environment. Default: depends on the "
        "platform.",
    )
    graphrag_install_id: str | None = Field(
        default=None,
        pattern=r"^[A-Za-z0-9_-]{1,40}$",
        description="Id of this install, if several share a server. Default: generated once.",
    )
    neo4j_local_port: int = Field(
        default=0, ge=0, le=65535, description="Port of the local Neo4j; 0: any free one."
    )
    neo4j_local_heap_mb: int = Field(
        default=512, ge=128, description="Java heap of the local Neo4j, in MB."
    )
    neo4j_local_page_cache_mb: int = Field(
        default=512,
        ge=16,
        description="Page cache of the local Neo4j, in MB; taken only as the graph grows.",
    )
    neo4j_local_idle_minutes: int = Field(
        default=30,
        ge=0,
        description="Idle minutes before the local Neo4j stops; 0: never.",
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Order the sources. The host plugin's configuration, ``plugin_config``, comes last."""
        given = dict(init_settings())
        plugin_config = given.pop("plugin_config", None) or {}
        return (
            InitSettingsSource(settings_cls, init_kwargs=given),
            env_settings,
            dotenv_settings,
            InitSettingsSource(settings_cls, init_kwargs=_known(plugin_config)),
        )


ENVIRONMENT_ONLY = frozenset(["graphrag_home"])
"""Settings that the plugin's configuration cannot change: it is looked for with their help."""


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings, and what was wrong with the values that were given.

    Attributes:
        settings: Usable settings in any case.
        warnings: One line for each value that was clamped or not used.

    Example:
        ::

            loaded = load_settings()
            for warning in loaded.warnings:
                print(warning)
            print(loaded.settings.neo4j_uri)
    """

    settings: Settings
    warnings: tuple[str, ...] = ()


def load_settings(
    plugin_config: Mapping[str, Any] | None = None, env_file: Path | None = None
) -> LoadedSettings:
    """Read all settings. A value that cannot be used becomes a warning and the default.

    Args:
        plugin_config: The host plugin's configuration, keyed by field name.
        env_file: An env file; None reads none.

    Returns:
        The settings, with one warning per wrong value. A wrong value never raises.

    Example:
        ::

            settings = load_settings(env_file=Path(".env")).settings
    """
    sources: dict[str, Any] = {"_env_file": env_file, "plugin_config": plugin_config}
    overrides: dict[str, Any] = {}
    warnings: list[str] = []
    while True:
        try:
            settings = Settings(**sources, **overrides)
            break
        except ValidationError as error:
            for problem in error.errors():
                name = _field_name(problem["loc"][0])
                default = Settings.model_fields[name].default
                overrides[name] = default
                warnings.append(_describe(name, problem, default))
    clamped = {name: cap for name, cap in HARD_CAPS.items() if getattr(settings, name) > cap}
    for name, cap in clamped.items():
        warnings.append(f"{name.upper()}={getattr(settings, name)} is above the cap; using {cap}")
    for name in sorted(ENVIRONMENT_ONLY.intersection(plugin_config or ())):
        warnings.append(f"{name.upper()} counts only in the environment, such as usr/.env")
    return LoadedSettings(settings.model_copy(update=clamped), tuple(warnings))


def _known(config: Mapping[str, Any]) -> dict[str, Any]:
    """Keep the entries of the plugin's configuration that are settings and have a value."""
    return {
        name: value
        for name, value in config.items()
        if name in Settings.model_fields
        and name not in ENVIRONMENT_ONLY
        and value is not None
        and value != ""
    }


def _field_name(location: object) -> str:
    name = str(location).lower()
    return _SWITCH[0] if name in _SWITCH else name


def _describe(name: str, problem: Mapping[str, Any], default: object) -> str:
    field: FieldInfo = Settings.model_fields[name]
    given = repr(problem["input"])
    # An address is shown, unless it may hold credentials: nobody knows where these end.
    may_hold_some = name == "neo4j_uri" and ("@" in given or hide_credentials(given) != given)
    given = "***" if field.annotation is SecretStr or may_hold_some else given[:80]
    reason = str(problem["msg"]).removeprefix("Value error, ")
    used = "none" if isinstance(default, SecretStr) else repr(default)
    given_as = deciding_variable() if name == _SWITCH[0] else ""
    return f"{given_as or name.upper()}={given} cannot be used ({reason}); using {used}"
