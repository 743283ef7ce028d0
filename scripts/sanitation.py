"""The sanitation gate: no secret, home path or registry address in any file of the repository.

``python scripts/sanitation.py [FOLDER]`` reads every file that git tracks or would add (every file,
where there is no git), prints one line per finding and exits with 1 if there is one. The scanner is
detect-secrets; a few patterns of our own add what it does not look for: values without quotes in
comments, Markdown and env files, home paths, package registries. What is found is never printed.
"""

from __future__ import annotations

import codecs
import itertools
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from detect_secrets.core.plugins import initialize
from detect_secrets.filters.heuristic import is_indirect_reference, is_sequential_string

ALLOWED: frozenset[tuple[str, str]] = frozenset(
    {
        ("graphrag/local/*.pins", "high-entropy hex"),  # checksums of the pinned jars
        ("graphrag/tokens.py", "high-entropy hex"),  # tiktoken's name for a file in its cache
    }
)
"""Findings that are none: path pattern and kind. There is no inline way to allow a line."""

UNTRACKED_FOLDERS = {".git", ".venv", "__pycache__", ".pytest_cache", ".ruff_cache", ".hypothesis"}
CODE_SUFFIXES = {".py", ".pyi", ".js", ".mjs", ".ts", ".html", ".css"}
PROSE_SUFFIXES = {".md", ".rst", ".txt"}
FORBIDDEN_NAMES = re.compile(
    r"(^|/)(\.env(\.(?!example$)[\w.]+)?|\.netrc|\.pypirc|\.npmrc|\.pgpass|id_(rsa|dsa|ecdsa|ed25519)"
    r"|credentials\.json|[^/]+\.(pem|key|p12|pfx|jks|kdbx))$"
)
MAX_LINE_CHARS = 4000
OVERLAP_CHARS = 200

TOKEN_PLUGINS = (
    "ArtifactoryDetector",
    "AWSKeyDetector",
    "AzureStorageKeyDetector",
    "BasicAuthDetector",
    "DiscordBotTokenDetector",
    "GitHubTokenDetector",
    "GitLabTokenDetector",
    "JwtTokenDetector",
    "MailchimpDetector",
    "NpmDetector",
    "OpenAIDetector",
    "PrivateKeyDetector",
    "PypiTokenDetector",
    "SendGridDetector",
    "SlackDetector",
    "SquareOAuthDetector",
    "StripeDetector",
    "TelegramBotTokenDetector",
    "TwilioKeyDetector",
)

PATTERNS = {
    "API key": re.compile(
        r"\b(sk-(ant-|proj-|or-)?[\w-]{16,}|AIza[\w-]{30,}|hf_[A-Za-z0-9]{20,}|gsk_[A-Za-z0-9]{20,}"
        r"|xai-[A-Za-z0-9]{20,}|github_pat_\w{20,}|ya29\.[\w-]{20,})"
    ),
    "bearer token": re.compile(r"(?i)\b(?:bearer|basic)\s+(?=[\w.+/-]*\d)[\w.+/-]{16,}={0,2}"),
    "private key": re.compile(r"BEGIN [A-Z0-9 ]*PRIVATE KEY"),
    "home path": re.compile(
        r"(?<![\w.])(/(?:home|Users)/(?!<|\$|\{|Shared\b)[\w.-]+|/(?:root)(?![\w-])"
        r"|[A-Za-z]:\\{1,2}Users\\{1,2}(?!<|\$|%)[\w.-]+)"
    ),
    "registry address": re.compile(
        r"(?i)((--(extra-)?index-url|--find-links|--registry|--trusted-host)[ =]+"
        r"[\"']?\w[^\s\"']*[./:]"
        r"|\b(PIP|UV|NPM_CONFIG|POETRY)_\w*(INDEX|REGISTRY|FIND_LINKS|TRUSTED_HOST)\w*\s*[=:]\s*"
        r"[\"']?\w[^\s\"']*[./:]"
        r"|^\s*(extra-)?(index-url|index_url|find-links|registry|trusted-host)\s*[=:]\s*\S"
        r"|https?://(?!pypi\.org/)[^\s\"'<>`)]+/simple\b"
        r"|https?://[^\s/\"'<>`]*\b(artifactory|nexus|jfrog|devpi|mirrors?|verdaccio|proxpi)\b)"
    ),
}

_KEYWORD = (
    r"(?:password|passwd|passphrase|pwd|secret|credentials?|token|api[_-]?key|access[_-]?key"
    r"|private[_-]?key|auth[_-]?key|client[_-]?key|master[_-]?key|neo4j_auth)"
)
ASSIGNMENT = re.compile(
    rf"(?i)(?P<name>[\w.-]*{_KEYWORD})[\"'`\])*]{{0,3}}\s*(?P<sign>:=|=>|={{1,3}}|:)\s*"
    r"(?P<value>\"[^\"]*\"|'[^']*'|`[^`]*`|[^\s,;]+)(?P<rest>.*)"
)
PAIR = re.compile(rf"(?i)[\"'][\w.-]*{_KEYWORD}[\"']\s*,\s*[\"']([^\"']+)[\"']")
"""A name and its value as neighbouring arguments: ``setenv("NEO4J_PASSWORD", "...")``."""
COMMENT = re.compile(r"(?:^|\s)(?:#+|//+|--|<!--|/\*+|\*)\s?(?P<text>.*)")
UNQUOTED_TOKEN = re.compile(r"(?<![\w+/=.-])[A-Za-z0-9+/_-]{24,}={0,2}(?![\w.(/-])")
UNQUOTED_HEX = re.compile(r"(?<![\w-])[0-9a-fA-F]{32,}(?![\w-])")
CHECKSUM_WORDS = re.compile(r"(?i)sha-?(1|224|256|384|512)|md5|blake2|checksum|digest|revision")

PLACEHOLDER_WORDS = frozenset(
    re.findall(
        r"\w+",
        "your the a an my is not real no and new some any this key keys secret password passwd "
        "token api user neo4j openai for of to",
    )
)
PLACEHOLDER_MARKS = frozenset(
    re.findall(
        r"\w+",
        "your not wrong fake dummy example placeholder changeme change stub test tests here xxx "
        "redacted generated hidden masked none empty unused anything whatever",
    )
)
NO_VALUE = {"none", "null", "true", "false", "yes", "no", "str", "string", "bytes", "optional"}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not belong into the repository.

    Attributes:
        path: The file, relative to the scanned folder.
        line: Line number from 1; 0 when it is the file itself.
        kind: What it looks like.
    """

    path: str
    line: int
    kind: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind}"


def _plugin(name: str, **options: float):
    plugin = initialize.from_plugin_classname(name)
    for option, value in options.items():
        setattr(plugin, option, value)
    return plugin


_TOKENS = tuple(_plugin(name) for name in TOKEN_PLUGINS)
_KEYWORDS = _plugin("KeywordDetector")
_BASE64 = _plugin("Base64HighEntropyString", entropy_limit=4.0)
_HEX = _plugin("HexHighEntropyString", entropy_limit=3.0)


def scan(root: Path) -> list[Finding]:
    """Scan every file of a repository.

    Args:
        root: The repository's folder.

    Returns:
        The findings, in order of path and line; one per kind and line.
    """
    findings: list[Finding] = []
    for path in repository_files(root):
        findings += scan_file(root, path)
    return findings


def repository_files(root: Path) -> list[str]:
    """List what git tracks or would add; without git, everything but caches and environments."""
    command = ["git", "-C", str(root), "ls-files", "-z", "-c", "-o", "--exclude-standard"]
    try:
        listed = subprocess.run(command, capture_output=True, check=True, stdin=subprocess.DEVNULL)
        names = {
            name for name in listed.stdout.decode(errors="surrogateescape").split("\0") if name
        }
    except (OSError, subprocess.CalledProcessError):
        names = {
            path.relative_to(root).as_posix()
            for path in root.rglob("*")
            if not UNTRACKED_FOLDERS.intersection(path.relative_to(root).parts)
        }
    return sorted(name for name in names if (root / name).is_file())


def scan_file(root: Path, path: str) -> list[Finding]:
    """Scan one file; of a binary file only its name is judged."""
    kinds: dict[tuple[int, str], None] = {}
    if FORBIDDEN_NAMES.search(path):
        kinds[0, "a file for secrets"] = None
    for number, line in enumerate(_text(root / path).splitlines(), start=1):
        for start in range(0, max(len(line), 1), MAX_LINE_CHARS):
            for kind in scan_line(
                line[max(start - OVERLAP_CHARS, 0) : start + MAX_LINE_CHARS], path
            ):
                kinds[number, kind] = None
    return [Finding(path, number, kind) for number, kind in kinds if not _is_allowed(path, kind)]


def scan_line(line: str, path: str) -> Iterator[str]:
    """Name what one line holds that it should not.

    Args:
        line: The line, or a piece of a very long one.
        path: The file's path: its suffix says what is code, configuration or prose.
    """
    for kind, pattern in PATTERNS.items():
        if any(not _is_placeholder(match.group()) for match in pattern.finditer(line)):
            yield kind
    for plugin in _TOKENS:
        values = [v for v in plugin.analyze_string(line) if not v.startswith(("{", "$", "<"))]
        if any(not _is_placeholder(value) for value in values):
            yield plugin.secret_type
    yield from _assigned(line, PurePosixPath(path).suffix.lower())
    yield from _random_looking(line)


def _assigned(line: str, suffix: str) -> Iterator[str]:
    """Find values given to names such as ``password``, quoted or not, commented or not."""
    if suffix in CODE_SUFFIXES:
        # The bare word is a name or a type, as in {"kind": "password"}.
        if not is_indirect_reference(line) and any(
            _is_secret(value) and not re.fullmatch(_KEYWORD, value, re.IGNORECASE)
            for value in _KEYWORDS.analyze_string(line)
        ):
            yield "assigned secret"
        # Unquoted, a value in code is a name. In a comment, or after NAME=, it is a value.
        comment = COMMENT.search(line)
        texts = [comment["text"]] if comment else re.findall(r"\b[A-Z0-9_]{4,}=[^\s=].*", line)
    else:
        texts = [line]
    if any(_is_secret(value) and re.search(r"\d", value) for value in PAIR.findall(line)):
        yield "assigned secret"
    for text in texts:
        for match in ASSIGNMENT.finditer(text):
            value = match["value"]
            is_prose = (
                match["sign"] == ":"
                and suffix in PROSE_SUFFIXES | CODE_SUFFIXES
                and re.search(r"\w", match["rest"])
            )
            if _is_secret(value) and (not is_prose or re.search(r"\d", value)):
                yield "assigned secret"


def _random_looking(line: str) -> Iterator[str]:
    if CHECKSUM_WORDS.search(line):
        return
    base64 = {token for token in _BASE64.analyze_string(line) if len(token) >= 20}
    base64.update(UNQUOTED_TOKEN.findall(line))
    if any(_switches(token) > 0.4 and _is_random(_BASE64, token) for token in base64):
        yield "high-entropy string"
    digests = {token for token in _HEX.analyze_string(line) if len(token) >= 24}
    digests.update(UNQUOTED_HEX.findall(line))
    if any(_is_random(_HEX, token) for token in digests):
        yield "high-entropy hex"


def _is_random(plugin, token: str) -> bool:
    return plugin.calculate_shannon_entropy(
        token
    ) > plugin.entropy_limit and not is_sequential_string(token)


def _switches(token: str) -> float:
    """Share of neighbours of another class (small, capital, digit): 0.6 if random."""
    kinds = ["d" if c.isdigit() else "u" if c.isupper() else "l" for c in token if c.isalnum()]
    return sum(a != b for a, b in itertools.pairwise(kinds)) / max(len(kinds) - 1, 1)


def _is_secret(value: str) -> bool:
    """Tell a value that could open something from a placeholder, a reference or a word of prose."""
    value = value.strip("\"'`.,;:)]}*|>")
    if len(value) < 4 or (not re.search(r"[^\W\d_]", value) and len(value) < 8):
        return False
    if re.search(r"[\s(<{$%]|\[|^\*+$|^\.+$|…", value) or value.lower() in NO_VALUE:
        return False
    if re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+", value):  # settings.neo4j_password
        return False
    if re.fullmatch(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+", value):  # NEO4J_PASSWORD
        return False
    return bool(re.search(r"\w", value)) and not _is_placeholder(value)


def _is_placeholder(value: str) -> bool:
    """Tell whether a value says of itself, in words alone, that it is none."""
    value = value.rpartition("://")[2].rpartition("sk-")[2].lower()
    words = set(re.findall(r"[^\W\d_]+|\d+", value))
    return bool(words & PLACEHOLDER_MARKS) and words <= PLACEHOLDER_MARKS | PLACEHOLDER_WORDS


def _is_allowed(path: str, kind: str) -> bool:
    return any(PurePosixPath(path).match(pattern) and kind == k for pattern, k in ALLOWED)


def _text(path: Path) -> str:
    raw = path.read_bytes()
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16", errors="replace")
    return "" if b"\0" in raw[:8192] else raw.decode("utf-8", errors="replace")


def main(arguments: list[str]) -> int:
    """Scan a folder, by default the repository of this file."""
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    files = len(repository_files(root))
    findings = scan(root)
    for finding in findings:
        print(finding)
    if findings:
        print(
            f"sanitation: {len(findings)} findings in {files} files; remove them, and take any "
            "secret that was already pushed for stolen"
        )
        return 1
    print(f"sanitation: {files} files, nothing found")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
