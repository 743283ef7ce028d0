"""The stages of a turn as a picture: SVG, in multiples of the trivial query ``RETURN 1``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

_WIDTH, _LEFT, _RIGHT, _TOP, _ROW = 720, 270, 110, 30, 46
_COLOURS = {
    "seed": "#7c3aed",
    "pin": "#2563eb",
    "rank": "#d97706",
    "expand": "#059669",
    "pack": "#dc2626",
}


def stages_plot(timings: Sequence[Mapping[str, Any]], title: str) -> str:
    """Draw a bar for each kind of question: its stages one after another.

    Args:
        timings: The entries of ``turns`` in a report.
        title: What stands above the bars.

    Returns:
        The SVG document.
    """
    bars = [(_name(timing), _multiples(timing), timing["turn_ms"]["p50"]) for timing in timings]
    unit = (_WIDTH - _LEFT - _RIGHT) / max([1.0, *(sum(stages.values()) for _, stages, _ in bars)])
    height = _TOP + _ROW * len(bars) + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        'font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="12" y="20">{escape(title)}</text>',
    ]
    for row, (name, stages, total_ms) in enumerate(bars):
        x, y = float(_LEFT), _TOP + _ROW * row + 10
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 18}" text-anchor="end">{escape(name)}</text>')
        for stage, times in stages.items():
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{unit * times:.1f}" height="26" '
                f'fill="{_COLOURS.get(stage, "#6b7280")}"/>'
            )
            x += unit * times
        length = f"{sum(stages.values()):.1f} x, {total_ms:.0f} ms"
        parts.append(f'<text x="{x + 6:.1f}" y="{y + 18}">{length}</text>')
    x = float(_LEFT)
    for stage, colour in _COLOURS.items():
        parts.append(f'<text x="{x}" y="{height - 14}" fill="{colour}">{stage}</text>')
        x += 70
    return "\n".join([*parts, "</svg>"])


def _name(timing: Mapping[str, Any]) -> str:
    hub = ", hub named" if timing["hub"] else ""
    recall = f", recall {timing['recall_ms']} ms" if timing["recall_ms"] else ""
    return f"vectors: {timing['vectors']}{hub}{recall}"


def _multiples(timing: Mapping[str, Any]) -> dict[str, float]:
    """Return each stage's median as a multiple of RETURN 1; packing is what the others leave."""
    ping = timing["return_1_ms"]["p50"]
    medians = {stage: times["p50"] for stage, times in timing["stages_ms"].items()}
    stages = {stage: ms / ping for stage, ms in medians.items() if stage != "pack"}
    rest = timing["turn_ms"]["p50"] / ping - sum(stages.values())
    return {**stages, "pack": max(0.0, rest)}
