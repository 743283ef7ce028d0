"""HTML and PDF files: what of them becomes passages, and what is said of those that do not."""

import sys
import time
import zipfile
from io import BytesIO

import pytest
from pypdf import PdfWriter
from pypdf.errors import DependencyError
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, TextStringObject

from graphrag.errors import IngestError
from graphrag.graph.ingest import ingest_paths
from graphrag.graph.ingest.files import find_files
from graphrag.graph.ingest.report import BadLines, IngestReport
from graphrag.graph.ingest.text_files.passages import read_passages

from ....support.pdf import make_pdf

PAGE = """<!doctype html><html><head><title>Depot</title><style>p {color: red}</style></head>
<body><nav><a href="/">Home</a></nav><main><h2>Ramp 4<a href="#ramp">¶</a></h2>
<p>Ramp 4 is <b>closed</b>, see <a href="plan.html">the plan</a>.</p><ul><li>Ask Mara.</li></ul>
<pre>open --ramp 4</pre>
<table><tr><th>Day</th><th>Gate</th></tr><tr><td>Mon</td><td>B</td></tr></table>
<script>track()</script></main><footer>Imprint</footer></body></html>"""


def read(path, *, strict=False):
    """Return the titles and texts of the passages, and the complaints about files."""
    report = IngestReport()
    passages = read_passages(find_files(path).texts, BadLines(report, strict=strict))
    complaints = [f"{line.file.split('/')[-1]}: {line.reason}" for line in report.bad_line_examples]
    return [(passage.title, passage.text) for passage in passages], complaints


def test_a_page_gives_its_text_under_its_headings_without_what_stands_around_it(tmp_path):
    (tmp_path / "depot.html").write_text(PAGE, encoding="utf-8")
    [(title, text)], complaints = read(tmp_path)
    assert title == "Depot > Ramp 4"
    assert text == (
        "Ramp 4 is closed, see the plan.\n- Ask Mara.\n```\nopen --ramp 4\n```\n"
        "| Day | Gate |\n| Mon | B |"
    )
    assert complaints == []


def test_a_line_of_nothing_but_links_above_the_title_is_a_menu_and_a_footer_is_no_text(tmp_path):
    menu = '<div><div class="menu"><a href="/">Home</a> | <a href="/it">IT</a></div></div>'
    link = '<p><a href="/it">Read this first</a></p><p><a href="/">A</a> and <a href="/b">B</a></p>'
    footer = '<div id="footer">Page last changed in May | <a href="/legal">Legal notice</a></div>'
    page = f"<body>{menu}{link}<h1>Relay</h1><p>Stop it.</p>{menu}{footer}</body>"
    (tmp_path / "a.html").write_text(page)
    passages, complaints = read(tmp_path)
    assert passages == [("", "Read this first\nA and B"), ("Relay", "Stop it.\nHome | IT")]
    assert complaints == []


def test_a_list_of_nothing_but_links_above_the_title_is_a_menu(tmp_path):
    menu = '<div class="path"><ul><li><a href="/">Wiki</a><li><a href="/it">IT</a></ul></div>'
    notes = '<ul><li>Read <a href="/it">this</a> first.</ul>'
    (tmp_path / "a.html").write_text(f"{menu}{notes}<h1>Relay</h1>{menu}<p>Stop it.</p>")
    (tmp_path / "b.html").write_text(f"{menu}<h2>Relay</h2><p>Stop it.</p>")
    assert read(tmp_path) == (
        [
            ("", "- Read this first."),
            ("Relay", "- Wiki\n- IT\nStop it."),
            ("", "- Wiki\n- IT"),
            ("Relay", "Stop it."),
        ],
        [],
    )


def test_the_encoding_of_a_page_is_the_one_that_it_names(tmp_path):
    page = '<meta charset="iso-8859-1"><p>Der Schlüssel hängt am Tor.</p>'
    (tmp_path / "a.htm").write_bytes(page.encode("iso-8859-1"))
    assert read(tmp_path) == ([("", "Der Schlüssel hängt am Tor.")], [])


def test_a_page_in_utf_16_is_read(tmp_path):
    (tmp_path / "a.html").write_bytes("<p>Der Schlüssel hängt am Tor.</p>".encode("utf-16"))
    assert read(tmp_path) == ([("", "Der Schlüssel hängt am Tor.")], [])


def test_a_page_in_utf_8_is_read_as_such_whatever_it_says_of_itself(tmp_path, caplog):
    page = '<meta charset="iso-8859-1"><p>Der Schlüssel hängt am Tor.</p>'
    (tmp_path / "a.html").write_text(page, encoding="utf-8")
    assert read(tmp_path) == ([("", "Der Schlüssel hängt am Tor.")], [])
    (tmp_path / "a.html").write_bytes(b"<p>\x81 Gate B \xff</p>")
    assert read(tmp_path)[1] == []
    assert not caplog.records


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (
            "<p>&lt;script&gt; elements are blocked.</p><p>Tove looks after gw-osprey.</p>",
            "<script> elements are blocked.\nTove looks after gw-osprey.",
        ),
        ("<p>Run install &lt;name&gt; first.</p>", "Run install <name> first."),
        ("<p>Write &amp;lt; for it.</p>", "Write &lt; for it."),
        ("<p># not heading</p><p>[Owner]: Mara</p>", "# not heading\n[Owner]: Mara"),
        ("<p>1. is *open*</p><p>- so is a\\b_c_</p>", "1. is *open*\n- so is a\\b_c_"),
        ("<hr><p>Owner: Mara</p><hr>", "Owner: Mara"),
        ("<table><tr><td>x|y</td><td>z</td></tr></table>", "| x|y | z |"),
        (
            "<table><tr><th><code>x|y</code></th><th>z</th></tr></table>",
            "| `x|y` | z |",
        ),
        ("<p><code>a_b &lt;c&gt; \\d [e]</code></p>", "`a_b <c> \\d [e]`"),
        ("<pre># a_b &lt;c&gt; | \\d</pre>", "```\n# a_b <c> | \\d\n```"),
    ],
)
def test_what_a_page_shows_as_text_is_read_as_text(tmp_path, page, text):
    (tmp_path / "a.html").write_text(page)
    assert read(tmp_path) == ([("", text)], [])


def test_so_is_the_title_of_a_page(tmp_path):
    page = "<title>The &lt;b&gt; &amp;amp; [x]: tags_of_it</title><body><p>They make text bold."
    (tmp_path / "a.html").write_text(page)
    assert read(tmp_path) == ([("The <b> &amp; [x]: tags_of_it", "They make text bold.")], [])


@pytest.mark.parametrize(
    "page",
    [
        "<article><p>Gate A.</p></article><article><p>Gate B.</p></article>",
        "<main></main><div><p>Gate A.</p><p>Gate B.</p></div>",
        "<main><p>Gate A.</p></main><main><p>Gate B.</p></main>",
        "<main><p>Gate A.</p><p>Gate B.</p></main><p>Search</p>",
        "<article><p>Gate A.</p><p>Gate B.</p></article><p>Search</p>",
        "<form><p>Gate A.</p><select><option>1</select><input><p>Gate B.</p></form>",
        "<form><textarea>Search</textarea><p>Gate A.</p><button>Go</button><p>Gate B.</form>",
        "<article></article><p>Gate A.</p><p>Gate B.</p>",
    ],
)
def test_all_of_a_page_that_is_its_own_text_is_read(tmp_path, page):
    (tmp_path / "a.html").write_text(f"<body>{page}</body>")
    assert read(tmp_path) == ([("", "Gate A.\nGate B.")], [])


def test_so_is_what_stands_under_a_heading_outside_the_only_article(tmp_path):
    (tmp_path / "a.html").write_text("<h1>A</h1><p>Open.</p><article><p>Shut.</p></article>")
    assert read(tmp_path) == ([("A", "Open.\nShut.")], [])


@pytest.mark.parametrize(
    "page",
    [
        "<p>Menu</p><div role=main><h1>Gates</h1><p>Gate B is open.</p></div>",
        "<div role=dialog><h2>Cookies?</h2></div><h1>Gates</h1><p>Gate B is open.",
        "<h1>Gates<span class=mw-editsection>[edit]</span></h1><p>Gate B is open.</p>",
        "<h1>Gates</h1><p>Gate B is open.</p><video>Your browser cannot show it.</video>",
        "<h1>Gates</h1><![if !supportLists]><p>Gate B is open.</p><![endif]>",
        "<h1><button>Gates</button></h1><p>Gate B is open. <button>Share</button></p>",
        "<title>Depot</title><h1>Gates</h1><p>Gate B is open.</p>",
        "<title>Gates</title><p>Gate B is open.</p>",
    ],
)
def test_a_passage_has_its_heading_and_nothing_that_is_not_of_the_text(tmp_path, page):
    (tmp_path / "a.html").write_text(page)
    assert read(tmp_path) == ([("Gates", "Gate B is open.")], [])


def test_notes_in_a_text_and_who_is_quoted_are_read(tmp_path):
    (tmp_path / "a.html").write_text(
        "<aside>Other pages</aside><main><p>Run pip.</p><aside>Needs Python 3.11.</aside>"
        "<blockquote><p>It works.</p><footer>Mara</footer></blockquote></main>"
    )
    assert read(tmp_path) == ([("", "Run pip.\nNeeds Python 3.11.\nIt works.\nMara")], [])


def test_text_above_the_first_heading_has_the_title_of_the_page(tmp_path):
    (tmp_path / "a.html").write_text("<title>Depot</title><body>By Mara<h1>Gates</h1>Gate B")
    assert read(tmp_path) == ([("Depot", "By Mara"), ("Gates", "Gate B")], [])


def test_what_has_a_line_of_its_own_keeps_it_and_a_power_is_no_digit_more(tmp_path):
    (tmp_path / "a.html").write_text(
        "<details><summary>Who?</summary>Mara</details>"
        "<p>10<sup>3</sup> m<sup>2</sup>, 1<sup>st</sup>"
    )
    assert read(tmp_path) == ([("", "Who?\nMara\n10^3 m^2, 1st")], [])


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        ("<tr><th>Boiler<tr><td>Serial<td>VA-7731", "| Boiler | |\n| Serial | VA-7731 |"),
        (
            "<tr><td rowspan=2>Mon<td>A<tr><td>B<tr><td>Tue<td>C",
            "| Mon | A |\n| Mon | B |\n| Tue | C |",
        ),
        ("<tr><td>A<td rowspan=9>Mara<tr><td>B", "| A | Mara |\n| B | Mara |"),
        ("<tr><td>A<td rowspan=2 colspan=2>M<tr><td>B", "| A | M | |\n| B | M | |"),
        ("<tr><td rowspan=2>A<tr><td rowspan=2>B<tr><td>C", "| A | |\n| A | B |\n| C | B |"),
        ("<tbody><tr><td>A<td>1</tbody><tbody><tr><td>B<td>2</tbody>", "| A | 1 |\n| B | 2 |"),
        ("<thead><tr><th>A</thead><tfoot><tr><td>B</tfoot>", "| A |\n| B |"),
        ("<tr><th><h4>Item</h4><th>EUR<tr><td>Lamp<td>12", "| Item | EUR |\n| Lamp | 12 |"),
        ("<tr><td><pre>1\n2</pre><td><pre>a = 1\nb = 2</pre>", "```\na = 1\nb = 2\n```"),
        ("<tr><td><table><tr><td>A<td>B</table><tr><td><p>C<p>D", "| A | B |\nC\nD"),
    ],
)
def test_each_row_of_a_table_says_all_of_its_cells(tmp_path, table, rows):
    (tmp_path / "a.html").write_text(f"<body><table>{table}</table></body>")
    assert read(tmp_path) == ([("", rows)], [])


def test_a_heading_that_names_a_table_leaves_its_rows(tmp_path):
    table = "<table><caption><h3>Prices</h3></caption><tr><th>Item<th>EUR<tr><td>Lamp<td>12</table>"
    (tmp_path / "a.html").write_text(f"<body>{table}")
    assert read(tmp_path) == ([("Prices", "| Item | EUR |\n| Lamp | 12 |")], [])


def test_a_cell_that_says_it_is_endlessly_wide_costs_no_other(tmp_path):
    (tmp_path / "a.html").write_text(f"<table><tr><td colspan={'9' * 99}>A<tr><td>B<td>C</table>")
    found, complaints = read(tmp_path)
    assert complaints == []
    assert "| B | C |" in "\n".join(text for _, text in found)


def test_cells_that_are_wide_and_reach_far_down_are_not_repeated_without_end(tmp_path):
    rows = "<tr><td rowspan=1000 colspan=1000>A" * 200
    (tmp_path / "a.html").write_text(f"<table>{rows}</table>")
    found, complaints = read(tmp_path)
    assert complaints == []
    assert sum(len(text) for _, text in found) < 50_000


def test_headings_in_a_table_that_arranges_a_page_are_headings(tmp_path):
    (tmp_path / "a.html").write_text("<table><tr><td><h1>Gates</h1><p>Gate B is open.</table>")
    assert read(tmp_path) == ([("Gates", "Gate B is open.")], [])


def test_long_cells_of_many_rows_are_not_repeated_without_end(tmp_path):
    cells = f"<td rowspan=60000>{'long ' * 50}" * 20
    (tmp_path / "a.html").write_text(f"<table><tr>{cells}" + "<tr><td>x" * 2000)
    found, complaints = read(tmp_path)
    assert complaints == []
    assert sum(len(text) for _, text in found) < 500_000


def test_a_binary_file_that_is_named_as_a_page_is_one_complaint(tmp_path):
    with zipfile.ZipFile(tmp_path / "letter.html", "w") as letter:
        letter.writestr("word/document.xml", "<w>Mara owns ledger-db.</w>")
    found, [complaint] = read(tmp_path)
    assert found == []
    assert complaint.startswith("letter.html")


@pytest.mark.parametrize("piece", ["<a ", "<b='", "<", " ", "<p>", "<li>"])
def test_a_page_of_open_tags_or_spaces_is_read_in_linear_time(tmp_path, piece):
    (tmp_path / "a.html").write_text("<p>Gate B" + piece * (20_000 // len(piece)) + "is open")
    began_s = time.thread_time()
    found, complaints = read(tmp_path)
    assert time.thread_time() - began_s < 1.0
    assert found[0][1].startswith("Gate B")
    assert found[-1][1].endswith("is open")
    assert complaints == []


@pytest.mark.parametrize(
    "page", ["", "<title>App</title><div id=root></div><script>run()</script>"]
)
def test_a_page_that_a_script_would_fill_is_one_complaint(tmp_path, page):
    (tmp_path / "a.html").write_text(page)
    reason = "a page without text; save it once a browser shows its text"
    assert read(tmp_path) == ([], [f"a.html: {reason}"])


def test_a_pdf_gives_the_text_of_each_page_with_its_words_whole(tmp_path):
    file = tmp_path / "rota.pdf"
    file.write_bytes(
        make_pdf(
            ["Mara Lind has the night shift in the ware-", "house of Vaillant-", "Nord."],
            [],
            ["Page two."],
        )
    )
    assert read(file) == (
        [
            ("page 1", "Mara Lind has the night shift in the warehouse of Vaillant-Nord."),
            ("page 3", "Page two."),
        ],
        [],
    )


def test_headings_rows_and_paragraphs_of_a_pdf_have_lines_of_their_own(tmp_path):
    file = tmp_path / "a.pdf"
    prose = ["The ferry from the north quay sails at seven every", "morning but Sunday."]
    file.write_bytes(make_pdf(["1 Ferries", *prose, *prose, "Gate Owner", "B Mara Lind"]))
    [(_, text)], _ = read(file)
    assert text == "\n".join(["1 Ferries", *[" ".join(prose)] * 2, "Gate Owner", "B Mara Lind"])


def test_words_of_a_pdf_are_whole_in_any_script_and_without_ligatures(tmp_path, monkeypatch):
    text = "The tra\ufb03c of\ufb01ce of this town asks Dvo\u0159\u00e1-\n\u010dek."
    monkeypatch.setattr("pypdf.PageObject.extract_text", lambda page: text)
    (tmp_path / "a.pdf").write_bytes(make_pdf([]))
    [(_, found)], _ = read(tmp_path)
    assert found == "The traffic office of this town asks Dvo\u0159\u00e1\u010dek."


def test_headers_and_page_numbers_of_a_pdf_are_left_out_and_its_own_text_stays(tmp_path):
    file = tmp_path / "a.pdf"
    file.write_bytes(
        make_pdf(
            *(
                [
                    *("Harbour Ltd", f"Invoice {number + 6}", f"Paid {number} times"),
                    *("by card", f"from card {9 * number}", f"- {number} of 4 -"),
                ]
                for number in range(1, 5)
            )
        )
    )
    found, _ = read(file)
    own = "Invoice {}\nPaid {} times\nby card\nfrom card {}"
    assert found[0] == ("page 1", f"Harbour Ltd\n{own.format(7, 1, 9)}\n- 1 of 4 -")
    assert found[1:] == [
        (f"page {number}", own.format(number + 6, number, 9 * number)) for number in range(2, 5)
    ]


def test_the_pages_of_a_pdf_keep_their_numbered_headings(tmp_path):
    file = tmp_path / "tour.pdf"
    pages = [[f"Day {n}", f"To hut {n + 3}.", "Bed.", "Food.", f"Page {n}"] for n in range(1, 6)]
    file.write_bytes(make_pdf(*pages))
    texts = [text for _, text in read(file)[0]]
    assert [text.splitlines()[0] for text in texts] == [f"Day {n}" for n in range(1, 6)]
    assert "Page 4" not in texts[3]


def test_a_page_number_alone_is_left_out_of_a_pdf(tmp_path):
    file = tmp_path / "a.pdf"
    file.write_bytes(make_pdf(*([f"Gate {2 * number}", f"{number + 30}"] for number in range(4))))
    assert [text for _, text in read(file)[0]] == ["Gate 0", "Gate 2", "Gate 4", "Gate 6"]


@pytest.mark.parametrize(
    ("given", "title"),
    [
        ("Rota", "Rota > page 1"),
        ("untitled", "page 1"),
        ("(anonymous)", "page 1"),
        ("Microsoft Word - Rota.docx", "Rota.docx > page 1"),
        ("Uses of Microsoft Word - basics", "Uses of Microsoft Word - basics > page 1"),
    ],
)
def test_a_title_of_a_pdf_is_not_what_a_program_has_filled_in(tmp_path, given, title):
    writer = PdfWriter(clone_from=BytesIO(make_pdf(["Gate B"])))
    writer.add_metadata({"/Title": given})
    writer.write(tmp_path / "a.pdf")
    assert read(tmp_path) == ([(title, "Gate B")], [])


def pdf_with_field(value, *, is_its_own_parent=False):
    writer = PdfWriter(clone_from=BytesIO(make_pdf(["Name:"])))
    field = DictionaryObject()
    for name, content in (
        ("/T", TextStringObject("owner")),
        ("/V", TextStringObject(value)),
        ("/FT", NameObject("/Tx")),
    ):
        field[NameObject(name)] = content
    known = writer._add_object(field)
    if is_its_own_parent:
        field[NameObject("/Parent")] = known
    form = DictionaryObject({NameObject("/Fields"): ArrayObject([known])})
    writer.root_object[NameObject("/AcroForm")] = form
    written = BytesIO()
    writer.write(written)
    return written.getvalue()


def test_what_was_filled_into_the_fields_of_a_pdf_is_read(tmp_path):
    (tmp_path / "a.pdf").write_bytes(pdf_with_field("Mara `Lind"))
    assert read(tmp_path) == ([("page 1", "Name:"), ("fields", "owner: Mara 'Lind")], [])


def test_a_pdf_whose_fields_cannot_be_read_has_its_pages(tmp_path):
    (tmp_path / "a.pdf").write_bytes(pdf_with_field("Mara Lind", is_its_own_parent=True))
    assert read(tmp_path) == ([("page 1", "Name:")], [])


@pytest.mark.parametrize(("password", "reason"), [("", None), ("secret", "a PDF with a password")])
def test_an_encrypted_pdf_is_read_if_it_has_no_password(tmp_path, password, reason):
    writer = PdfWriter(clone_from=BytesIO(make_pdf(["Gate B"])))
    writer.encrypt(password, "owner", algorithm="RC4-128")
    writer.write(tmp_path / "a.pdf")
    found, complaints = read(tmp_path)
    assert found == ([] if reason else [("page 1", "Gate B")])
    assert complaints == ([f"a.pdf: {reason}; save it without one"] if reason else [])


def test_an_encrypted_pdf_that_needs_a_package_says_which(tmp_path, monkeypatch):
    def refuse(*_given, **_named):
        raise DependencyError("cryptography>=3.1 is required for AES algorithm")

    monkeypatch.setattr("pypdf.PdfReader", refuse)
    (tmp_path / "a.pdf").write_bytes(make_pdf(["Gate B"]))
    reason = "an encrypted PDF needs cryptography; run pip install cryptography"
    assert read(tmp_path) == ([], [f"a.pdf: {reason}"])


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no PDF at all", "no PDF that can be read (PdfStreamError)"),
        (make_pdf([]), "a PDF without text; recognise its pages first (OCR)"),
        (make_pdf(["1"], ["2"], ["3"]), "a PDF without text; recognise its pages first (OCR)"),
    ],
)
def test_a_pdf_that_gives_no_text_is_one_complaint_and_the_others_are_read(
    tmp_path, content, reason
):
    (tmp_path / "a.pdf").write_bytes(content)
    (tmp_path / "b.md").write_text("Ramp 4 is closed.")
    assert read(tmp_path) == ([("", "Ramp 4 is closed.")], [f"a.pdf: {reason}"])


def test_paragraphs_items_and_rows_may_be_left_open(tmp_path):
    lines = "".join(f"<p>Ramp {number} is <b>closed" for number in range(2000))
    items = "<ul>" + "".join(f"<li>Gate {number}<ul><li>North</ul>" for number in range(1000))
    rows = "<table>" + "".join(f"<tr><td>Mon<td>B{number}" for number in range(1000))
    (tmp_path / "a.html").write_text(lines + items + "</ul>" + rows)
    found, complaints = read(tmp_path)
    assert complaints == []
    text = "\n".join(text for _, text in found)
    assert {"Ramp 7 is closed", "- Gate 7", "  - North", "| Mon | B7 |"} <= set(text.splitlines())


@pytest.mark.parametrize("piece", ["<div>", "<table>", "<table><tr><td>", "<h1>", "<sup>1"])
def test_a_page_nested_too_deeply_is_one_complaint_in_linear_time(tmp_path, piece):
    (tmp_path / "a.html").write_text(piece * 20_000 + "text")
    began_s = time.thread_time()
    assert read(tmp_path) == ([], ["a.html: no HTML that can be read (RecursionError)"])
    assert time.thread_time() - began_s < 1.0


@pytest.mark.parametrize(
    ("name", "package", "distribution"),
    [
        ("a.pdf", "pypdf", "pypdf"),
        ("a.html", "bs4", "beautifulsoup4"),
        ("a.html", "markdownify", "markdownify"),
    ],
)
def test_without_its_package_a_file_is_one_line_that_says_what_to_install(
    tmp_path, monkeypatch, name, package, distribution
):
    monkeypatch.setitem(sys.modules, package, None)
    (tmp_path / name).write_bytes(make_pdf(["text"]))
    kind = name.removeprefix("a.").upper()
    documents, [line] = read(tmp_path)
    assert not documents
    assert line.startswith(f"{name}: {kind} needs {package}; ")
    assert distribution in line.partition("pip install ")[2].split()
    with pytest.raises(IngestError, match="pip install"):
        read(tmp_path, strict=True)


def test_an_ingest_of_one_file_that_cannot_be_read_says_why(tmp_path):
    file = tmp_path / "scan.pdf"
    file.write_bytes(make_pdf([]))
    with pytest.raises(IngestError, match=r"scan\.pdf:1: a PDF without text"):
        ingest_paths(None, [file], "unused")
