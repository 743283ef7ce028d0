"""A PDF file with some text, made by hand."""

from __future__ import annotations

from collections.abc import Sequence


def make_pdf(*pages: Sequence[str]) -> bytes:
    """Return a PDF.

    Args:
        pages: The lines of each page.
    """
    kids = " ".join(f"{4 + 2 * place} 0 R" for place in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for place, lines in enumerate(pages):
        shown = " ".join(f"({line}) Tj 0 -14 Td" for line in lines)
        stream = f"BT /F1 12 Tf 72 720 Td {shown} ET"
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * place} 0 R >>",
            f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        ]
    content, starts = "%PDF-1.4\n", []
    for number, written in enumerate(objects, start=1):
        starts.append(len(content))
        content += f"{number} 0 obj\n{written}\nendobj\n"
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    size = len(objects) + 1
    end = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer << /Size {size} /Root 1 0 R >>\n"
    return f"{content}{end}startxref\n{len(content)}\n%%EOF\n".encode("latin-1")
