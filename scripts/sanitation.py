"""The sanitation gate: no secret, home path or registry address in any file of the repository.

``python scripts/sanitation.py [FOLDER | FILE...]`` reads every file that git tracks or would add
(every file, where there is no git), or the files named. It prints one line per finding and exits
with 1 if there is one. What is found is never printed.

detect-secrets looks for secrets. The rules here look for what it does not: home paths, package
registries, files that are secrets by their name, and secrets without quotes in env files, comments,
docstrings and prose.
"""

from __future__ import annotations

import codecs
import itertools
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from detect_secrets.core.scan import scan_file as detect_secrets
from detect_secrets.settings import transient_settings

ALLOWED: frozenset[tuple[str, str]] = frozenset(
    {
        ("graphrag/local/jars/neo4j-*", "random string"),  # checksums of the jars
        # tiktoken's name for a file in its cache
        ("graphrag/packing/tokens.py", "Hex High Entropy String"),
        ("graphrag/packing/tokens.py", "random string"),
    }
)
"""Findings that are harmless: path pattern and kind. No comment in a line can allow it."""

UNTRACKED_FOLDERS = {
    *(".git", ".venv", "__pycache__"),
    *(".pytest_cache", ".ruff_cache", ".mypy_cache", ".hypothesis"),
}
CODE_SUFFIXES = {".py", ".pyi", ".js", ".mjs", ".ts", ".html", ".css"}
PROSE_SUFFIXES = {".md", ".rst", ".txt"}
FORBIDDEN_NAMES = re.compile(
    r"(^|/)(\.env(\.(?!example$)[\w.]+)?|\.netrc|\.pypirc|\.npmrc|\.pgpass|id_(rsa|dsa|ecdsa|ed25519)"
    r"|credentials\.json|[^/]+\.(pem|key|p12|pfx|jks|kdbx))$"
)
LONGEST_LINE = 4000
WORDS = re.compile(r"[a-z0-9 ,'&/.()#=\x80-\U0010ffff-]*")
"""A line of a word list. Nothing in it is a secret for detect-secrets, which takes a fifth of a
millisecond for a line, and the word lists have three quarters of all lines."""


_HEURISTICS = (
    *("is_sequential_string", "is_potential_uuid", "is_likely_id_string"),
    *("is_templated_secret", "is_indirect_reference", "is_not_alphanumeric_string"),
)
DETECT_SECRETS = {
    "plugins_used": [
        {"name": plugin.__name__}
        for plugin in get_mapping_from_secret_type_to_class().values()
        if plugin.__name__ != "IPPublicDetector"
    ],
    "filters_used": [{"path": f"detect_secrets.filters.heuristic.{n}"} for n in _HEURISTICS],
}

PATTERNS = {
    "API key": re.compile(
        r"\b(sk-(ant-|proj-|or-)?[\w-]{16,}|AIza[\w-]{30,}|hf_[A-Za-z0-9]{20,}|gsk_[A-Za-z0-9]{20,}"
        r"|xai-[A-Za-z0-9]{20,}|github_pat_\w{20,}|ya29\.[\w-]{20,})"
    ),
    "bearer token": re.compile(r"(?i)\b(?:bearer|basic)\s+(?=[\w.+/-]*\d)[\w.+/-]{16,}={0,2}"),
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
RANDOM_WORD = re.compile(
    r"(?<![\w+/=.-])(?:[0-9a-fA-F]{32,}(?![\w-])|[A-Za-z0-9+/_-]{24,}={0,2}(?![\w.(/-]))"
)
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


def scan(root: Path, paths: Sequence[str]) -> list[Finding]:
    """Scan files of a repository.

    Args:
        root: The repository's folder.
        paths: The files, relative to it.

    Returns:
        The findings, in order of path and line; one per kind and line.
    """
    with transient_settings(DETECT_SECRETS):
        return [finding for path in paths for finding in scan_file(root, path)]


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
    lines = _text(root / path).splitlines()
    found: set[tuple[int, str]] = set()
    if FORBIDDEN_NAMES.search(path):
        found.add((0, "a file for secrets"))
    is_word_list = all(WORDS.fullmatch(line) for line in lines)
    for secret in () if is_word_list else detect_secrets(str(root / path)):
        line = lines[secret.line_number - 1] if secret.line_number <= len(lines) else ""
        if not _is_harmless(secret.type, secret.secret_value or "", line):
            found.add((secret.line_number, secret.type))
    for number, line in enumerate(lines, start=1):
        found.update((number, kind) for kind in scan_line(line, path))
    allowed = {kind for pattern, kind in ALLOWED if PurePosixPath(path).match(pattern)}
    return [Finding(path, number, kind) for number, kind in sorted(found) if kind not in allowed]


def _is_harmless(kind: str, value: str, line: str) -> bool:
    """Whether a finding of detect-secrets is a placeholder, a name or a checksum."""
    if kind.endswith("High Entropy String"):
        is_prose = kind.startswith("Base64") and _switches(value) <= 0.4
        return is_prose or bool(CHECKSUM_WORDS.search(line))
    if kind == "Secret Keyword":
        is_name = re.fullmatch(_KEYWORD, value, re.IGNORECASE)  # as in {"kind": "password"}
        return bool(is_name) or not _is_secret(value)
    return value.startswith(("{", "$", "<")) or _is_placeholder(value)


def scan_line(line: str, path: str) -> Iterator[str]:
    """Name what one line contains that detect-secrets does not look for.

    Args:
        line: The line.
        path: The file's path: its suffix says what is code, configuration or prose.
    """
    for kind, pattern in PATTERNS.items():
        if any(not _is_placeholder(match.group()) for match in pattern.finditer(line)):
            yield kind
    if len(line) <= LONGEST_LINE and _is_assigned(line, PurePosixPath(path).suffix.lower()):
        yield "assigned secret"
    if not CHECKSUM_WORDS.search(line):
        words = RANDOM_WORD.findall(line)
        if any(re.fullmatch("[0-9a-fA-F]+", w) or _switches(w) > 0.4 for w in words):
            yield "random string"


def _is_assigned(line: str, suffix: str) -> bool:
    """Whether a name such as ``password`` gets a value without quotes, commented out or not."""
    if any(_is_secret(value) and re.search(r"\d", value) for value in PAIR.findall(line)):
        return True
    texts = [line]
    if suffix in CODE_SUFFIXES:
        # Without quotes, a value in code is a name. In a comment, or after NAME=, it is a value.
        comment = COMMENT.search(line)
        texts = [comment["text"]] if comment else re.findall(r"\b[A-Z0-9_]{4,}=[^\s=].*", line)
    for match in (match for text in texts for match in ASSIGNMENT.finditer(text)):
        is_prose = (
            match["sign"] == ":"
            and suffix in PROSE_SUFFIXES | CODE_SUFFIXES
            and re.search(r"\w", match["rest"])
        )
        if _is_secret(match["value"]) and (not is_prose or re.search(r"\d", match["value"])):
            return True
    return False


def _switches(token: str) -> float:
    """Share of neighbours of another class (small, capital, digit): 0.6 if random."""
    kinds = ["d" if c.isdigit() else "u" if c.isupper() else "l" for c in token if c.isalnum()]
    return sum(a != b for a, b in itertools.pairwise(kinds)) / max(len(kinds) - 1, 1)


def _is_secret(value: str) -> bool:
    """Whether a value could open something: no placeholder, reference or word of prose."""
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
    """Whether a value calls itself a placeholder, and contains nothing else."""
    value = value.rpartition("://")[2].rpartition("sk-")[2].lower()
    words = set(re.findall(r"[^\W\d_]+|\d+", value))
    return bool(words & PLACEHOLDER_MARKS) and words <= PLACEHOLDER_MARKS | PLACEHOLDER_WORDS


def _text(path: Path) -> str:
    raw = path.read_bytes()
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16", errors="replace")
    return "" if b"\0" in raw[:8192] else raw.decode("utf-8", errors="replace")


def main(arguments: list[str]) -> int:
    """Scan a folder, by default the repository of this file, or the files named."""
    root = Path(__file__).resolve().parent.parent
    if arguments and not Path(arguments[0]).is_dir():
        paths = [Path(name).resolve().relative_to(root).as_posix() for name in arguments]
    else:
        root = Path(arguments[0]) if arguments else root
        paths = repository_files(root)
    files = len(paths)
    findings = scan(root, paths)
    for finding in findings:
        print(finding)
    if findings:
        print(
            f"sanitation: {len(findings)} findings in {files} files; remove them, and revoke any "
            "secret that was already pushed"
        )
        return 1
    print(f"sanitation: {files} files, nothing found")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
