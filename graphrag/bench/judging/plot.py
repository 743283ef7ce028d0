"""Recall over k as a picture: SVG, drawn from the figures of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

_WIDTH, _HEIGHT, _LEFT, _TOP = 640, 400, 60, 30
_COLOURS = ("#2563eb", "#dc2626", "#059669", "#d97706", "#7c3aed", "#0891b2")
_DEPTHS = (2, 5, 10)


def recall_plot(reports: Sequence[Mapping[str, Any]]) -> str:
    """Draw recall over k, the product's as a line, that of vectors dashed in the same colour.

    Args:
        reports: Reports of one or more folders; those without gold passages are left out.

    Returns:
        The SVG document.
    """
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH + 220} {_HEIGHT + 80}" '
        'font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for percent in range(0, 101, 20):
        y = _y(percent / 100)
        parts.append(f'<path d="M{_LEFT} {y}H{_WIDTH}" stroke="#e5e7eb"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{percent} %</text>')
    for k in _DEPTHS:
        parts.append(f'<text x="{_x(k)}" y="{_TOP + _HEIGHT + 20}" text-anchor="middle">{k}</text>')
    parts.append(f'<text x="{_WIDTH / 2}" y="{_TOP + _HEIGHT + 40}">recall at k</text>')
    reports = [report for report in reports if report["product"]]
    for index, report in enumerate(reports):
        colour = _COLOURS[index % len(_COLOURS)]
        parts.append(_line(report["product"], colour, ""))
        parts.append(_line(report["vector"], colour, ' stroke-dasharray="5 4"'))
        label = escape(f"{report['folder']}: {report['strategy']}")
        y = _TOP + 20 * index + 14
        parts.append(f'<text x="{_WIDTH + 12}" y="{y}" fill="{colour}">{label}</text>')
    y = _TOP + 20 * len(reports) + 14
    parts.append(f'<text x="{_WIDTH + 12}" y="{y}">dashed: vectors only</text></svg>')
    return "\n".join(parts)


def _line(figures: Mapping[str, float], colour: str, style: str) -> str:
    points = " ".join(f"{_x(k)},{_y(figures[f'recall@{k}'])}" for k in _DEPTHS)
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{style}/>'


def _x(k: int) -> float:
    return _LEFT + (k - _DEPTHS[0]) / (_DEPTHS[-1] - _DEPTHS[0]) * (_WIDTH - _LEFT - 20) + 10


def _y(share: float) -> float:
    return round(_TOP + (1 - share) * _HEIGHT, 1)
