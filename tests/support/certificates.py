"""Certificates of an authority that nobody knows, made for one test."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime
from pathlib import Path

import trustme

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


class Authority:
    """A certificate authority."""

    def __init__(self) -> None:
        self._ca = trustme.CA()

    def certificate(self, name: str = "127.0.0.1", *, expired: bool = False) -> ssl.SSLContext:
        """Gives what a server shows that has this name."""
        issued = self._ca.issue_cert(name, not_after=LONG_AGO if expired else None)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        issued.configure_cert(context)
        return context

    def write(self, path: Path) -> str:
        """Writes the authority's own certificate, for those who trust it."""
        self._ca.cert_pem.write_to_path(path)
        return str(path)
