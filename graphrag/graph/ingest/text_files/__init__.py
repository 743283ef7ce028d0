"""Files of text become passages: Markdown, HTML, PDF and plain text.

``passages`` reads the files. ``markdown``, ``html_text``, ``pdf_text`` and ``plain_text`` each turn
one format into ``blocks`` under headings (``outline``). ``html_tables`` and ``drawn_tables`` read
tables. ``joined_lines`` makes paragraphs of broken lines, and ``running_lines`` leaves out the
headers and footers of pages.
"""
