"""What is wrong with Docker, in one line that says what to do."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import parse_qsl

_TRUST = (
    "Docker does not trust the registry's certificate; add the CA of your proxy to the machine of "
    "the Docker daemon, and restart the daemon"
)
_NO_REGISTRY = (
    "the Docker daemon lacks {image}, and reaches no registry; check its network and its proxy"
)
_CLEAR = {
    r"x509: |certificate signed by unknown|CERTIFICATE_VERIFY_FAILED": _TRUST,
    r"toomanyrequests|rate limit": "the registry allows no more downloads now; run `docker login`",
    r"no space left": "the disk of the Docker daemon is full; run `docker system prune`",
    r"dial tcp|no such host|Client\.Timeout exceeded": _NO_REGISTRY,
    r"port is already allocated|address already in use": "a port of the containers is taken",
}
_ASKED_FOR = re.compile(r"/images/create\?(\S+): ")
# Compose names the service that needs the image; later versions say "Image", and its name.
_NOT_FETCHED = re.compile(r"^ *(?:Image (\S+)|(\S+)) Error ", re.MULTILINE)
_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_LONGEST = 200
_PATIENCE_S = 60

DEFAULT_SOCKET = "/var/run/docker.sock"


def explained(said: str, lines_shown: int = 1) -> str:
    """Gives what Docker said as one line: a clear one where the cause is known.

    Args:
        said: What it wrote.
        lines_shown: How many of its last lines are given where the cause is not known.
    """
    for pattern, line in _CLEAR.items():
        if re.search(pattern, said, re.IGNORECASE):
            return line.format(image=_image(said))
    lines = [line.strip() for line in _COLOUR.sub("", said).splitlines() if line.strip()]
    return "; ".join(line[:_LONGEST] for line in lines[-lines_shown:]) or "Docker said nothing"


def _image(said: str) -> str:
    """Gives the image that Docker was asked to fetch, as far as what it said names it."""
    if asked := _ASKED_FOR.search(said):
        of = dict(parse_qsl(asked[1]))
        if name := of.get("fromImage"):
            return ":".join(filter(None, (name, of.get("tag"))))
    if failed := _NOT_FETCHED.search(said):
        image, service = failed.groups()
        return image or f"the image of {service}"
    return "an image"


def missing_part() -> str | None:
    """Tells what ``docker compose`` lacks here; None if it can be used."""
    if not shutil.which("docker"):
        return "Docker is not installed"
    if _problem("compose", "version") is not None:
        return "`docker compose` is missing; install Docker's compose plugin (version 2)"
    said = _problem("version")
    return None if said is None else no_daemon(said)


def no_daemon(said: str = "") -> str:
    """Gives one line for a Docker daemon that does not answer.

    Args:
        said: What Docker said, if it was asked.
    """
    if "permission denied" in said or _is_forbidden(daemon_address()):
        return (
            f"this user may not use the Docker daemon at {daemon_address()}; add the user to the "
            "group docker, and log in again"
        )
    return f"no Docker daemon answers at {daemon_address()}; start it, or correct DOCKER_HOST"


def _is_forbidden(address: str) -> bool:
    scheme, _, path = address.partition("://")
    return scheme == "unix" and Path(path).exists() and not os.access(path, os.R_OK | os.W_OK)


def daemon_address() -> str:
    """Gives where the Docker daemon is looked for."""
    return os.environ.get("DOCKER_HOST") or f"unix://{DEFAULT_SOCKET}"


def _problem(*command: str) -> str | None:
    """Gives what a failing Docker command said; None if it works."""
    try:
        found = subprocess.run(
            ["docker", *command], capture_output=True, check=False, timeout=_PATIENCE_S
        )
    except subprocess.TimeoutExpired:
        return ""
    said = (found.stdout + found.stderr).decode("utf-8", "replace")
    return said if found.returncode != 0 else None
