"""Files of text become passages: Markdown, HTML, PDF and plain text.

``passages`` reads the files. ``markdown``, ``html_text``, ``pdf_text`` and ``plain_text`` each turn
one format into ``blocks`` under headings, and ``drawn_tables`` reads tables in plain text.
"""
