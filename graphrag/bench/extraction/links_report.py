"""Linking shares as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from .links import LinkReport


def as_json(reports: Sequence[LinkReport]) -> list[dict[str, Any]]:
    """Return the shares as numbers from 0 to 1, by the names of the classes' attributes."""
    return [
        {
            "folder": report.name,
            **asdict(report.shares),
            **({"agreement": asdict(report.agreement)} if report.agreement else {}),
        }
        for report in reports
    ]
