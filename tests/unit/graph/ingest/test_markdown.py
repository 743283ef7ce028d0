"""Markdown files: what of them becomes passages, and what of that becomes names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.graph.extraction import RuleExtractor

from ....support.text_files import split_text


def passages(text, name="guide.md"):
    return [(passage.title, passage.text) for passage in split_text(name, text)]


def texts(text, name="guide.md"):
    return [passage.text for passage in split_text(name, text)]


def names(*files):
    """Return the entities of some files, and the facts that they state."""
    documents = [
        passage for number, text in enumerate(files) for passage in split_text(f"{number}.md", text)
    ]
    extractions, entities = RuleExtractor().update(documents)
    facts = {
        (fact.subject, fact.predicate, fact.object)
        for extraction in extractions.values()
        for fact in extraction.facts
    }
    return set(entities), facts


def test_a_passage_knows_all_headings_above_it():
    text = "Intro.\n\n# Setup\n\nFirst.\n\nNetwork\n-------\n\nSecond.\n\n# Use\n\nThird.\n"
    assert passages(text) == [
        ("", "Intro."),
        ("Setup", "First."),
        ("Setup > Network", "Second."),
        ("Use", "Third."),
    ]


def test_front_matter_gives_the_title_and_no_text():
    text = '---\ntitle: "Power plan"\ndraft: true\n---\n## Feeds\n\nTwo feeds.\n'
    assert passages(text) == [("Power plan > Feeds", "Two feeds.")]


def test_front_matter_may_have_the_line_ends_of_windows():
    text = "---\r\ntitle: Power plan\r\ndraft: true\r\n---\r\nTwo feeds.\r\n"
    assert passages(text) == [("Power plan", "Two feeds.")]


def test_text_between_two_rules_at_the_top_is_text():
    assert texts("---\n\nTwo feeds.\n\n---\n\nOne spare.\n") == ["Two feeds.\nOne spare."]


def test_an_outline_of_thirty_levels_is_read_with_what_comes_after_it():
    outline = "".join(f"{'  ' * level}- Item {level}.\n" for level in range(30))
    last = texts(f"{outline}\nThe end.\n")[-1]
    assert last.endswith("- Item 29.\nThe end.")


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"{'  ' * level}- Item {level}.\n" for level in range(50)),
        "".join(f"{'  ' * level}- Item {level}.\n\n" for level in range(50)),
        f"{'>' * 80} Item 49.\nLazy line.\n",
        f"{'> - ' * 40}Item 49.\n",
        f"{'- ' * 40}\nItem 49.\n",
    ],
    ids=["outline", "loose outline", "quote", "quoted lists", "empty item"],
)
def test_what_is_nested_too_deeply_is_plain_text_and_what_comes_after_it_is_read(text):
    *_, nested, after = passages(f"{text}\n# End\n\nThe end.\n")
    assert "Item 49." in nested[1]
    assert ("Lazy line." in text) == ("Lazy line." in nested[1])
    assert after == ("End", "The end.")


def test_a_footnote_of_one_word_is_text():
    text = "Ring the depot[^1], see [the plan][p].\n\n[^1]: 0700-553118\n\n[p]: /plan.md\n"
    assert texts(text) == ["Ring the depot[^1], see the plan.\n[^1]: 0700-553118"]


def test_comments_tags_images_and_targets_of_links_are_left_out():
    text = (
        "<!-- added: v1 -->\n\n<details><summary>More</summary>\n\n"
        "See [the guide](../guide.md#x) and [other][o]. ![logo](logo.png)\n\n</details>\n\n"
        "[o]: https://example.com/a\n"
    )
    assert texts(text) == ["More\nSee the guide and other."]


def test_headings_rows_and_items_in_html_are_such_in_markdown():
    text = (
        "<h1 align=center>\n  <img src=x.png>\n  Osprey\n</h1>\n<p>A gateway.</p>\n\n## Use\n\n"
        "<table>\n<tr><th>Gate</th><th>Owner</th></tr>\n<tr><td>A</td><td>Mara\nLind</td></tr>\n"
        "</table>\n\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n\n<h3><img src=y.png></h3>\n\nEnd.\n"
    )
    assert passages(text, "a.md") == [
        ("Osprey", "A gateway."),
        ("Osprey > Use", "| Gate | Owner |\n| A | Mara Lind |\none\ntwo\nEnd."),
    ]


def test_the_items_of_a_list_keep_their_numbers_and_are_never_cut_from_them():
    text = "\n".join(f"{n}. {'Long words of an item. ' * 9}" for n in range(1, 12))
    found = texts(text)
    assert len(found) > 1
    assert "\n".join(found).count("Long") == 99
    assert all(not passage.endswith(("1.", "2.", "5.")) for passage in found)
    assert texts("* one\n  - two\n* three\n") == ["- one\n  - two\n- three"]
    assert texts("1. one\n2. two\n") == ["1. one\n2. two"]


def test_a_table_keeps_its_rows():
    table = "| Day | Gate |\n|---|:-:|\n| Mon | B, until<br>the gale |\n"
    assert texts(table) == ["| Day | Gate |\n| Mon | B, until the gale |"]


def test_code_keeps_its_lines_and_its_fences_however_long_it_is():
    code = "\n".join(f"value_{n} = compute(other_{n})" for n in range(200))
    found = texts(f"Run this:\n\n~~~python\n{code}\n~~~\n\nThen that.\n")
    assert len(found) > 2
    assert all(passage.count("```") % 2 == 0 for passage in found)
    assert found[1].startswith("```python\nvalue_0 = compute(other_0)\nvalue_1")
    assert "\n".join(found).count("compute") == 200


def test_a_sentence_is_not_ended_inside_inline_code():
    found = texts(f"{'Call it then. ' * 63}Last. Call `abcde. {'B' * 60}` then.")
    assert len(found) == 2
    assert all(passage.count("`") % 2 == 0 for passage in found)


def test_underlined_headings_count_in_restructured_text():
    assert passages("Setup\n=====\n\nFirst line.\n", "a.rst") == [("Setup", "First line.")]


def test_headings_with_a_line_above_them_count_in_restructured_text():
    text = "=====\nSetup\n=====\n\nFirst.\n\n---\nUse\n---\n\nSecond.\n"
    assert passages(text, "a.rst") == [("Setup", "First."), ("Setup > Use", "Second.")]


def test_the_line_under_a_heading_shows_its_level_in_plain_text():
    text = "Depot\n=====\n\nGates\n-----\n\nB is open.\n\nRamps\n-----\n\n4 is closed.\n"
    assert passages(text, "a.rst") == [
        ("Depot > Gates", "B is open."),
        ("Depot > Ramps", "4 is closed."),
    ]
    text = "# Depot\n\n## Gates\n\nB is open.\n"
    assert passages(text, "a.txt") == [("Depot > Gates", "B is open.")]


def test_each_passage_of_a_long_table_begins_with_its_first_row():
    rows = [f"| Gate {number} | is looked after by Mara |" for number in range(60)]
    table = "\n".join(["| Place | Owner |", "|---|---|", *rows, "", "Done."])
    found = texts(table, "a.md")
    assert len(found) > 2
    assert all(text.startswith("| Place | Owner |\n| Gate ") for text in found)
    assert [row for text in found for row in text.splitlines()[1:]] == [*rows, "Done."]


@pytest.mark.parametrize("name", ["a.md", "a.txt"])
def test_a_heading_with_nothing_below_it_is_text(name):
    text = "# Plan\n\n## Monday: gym\n\n## Tuesday\n\nDentist.\n\n# Sunday: Mara\n"
    assert passages(text, name) == [
        ("Plan", "Monday: gym"),
        ("Plan > Tuesday", "Dentist."),
        ("", "Sunday: Mara"),
    ]


def test_a_title_that_the_first_heading_repeats_is_named_once():
    text = "---\ntitle: Depot\n---\n# Depot\n\n## Gates\n\nB is open.\n"
    assert passages(text, "a.md") == [("Depot > Gates", "B is open.")]


@pytest.mark.parametrize("sign", [">", "|", ">-"])
def test_a_title_of_front_matter_may_go_over_several_lines(sign):
    text = f"---\ntitle: {sign}\n  The\n  depot\nauthor: Mara\n---\nGate B is open.\n"
    assert passages(text, "a.md") == [("The depot", "Gate B is open.")]


def test_of_what_follows_a_fence_only_the_language_is_kept():
    code = "\n".join(f"step {number}" for number in range(400))
    found = texts(f'~~~ c++ title="{"x" * 300}"\n{code}\n~~~\n')
    assert len(found) > 1
    assert all(passage.startswith("```c++\nstep") for passage in found)
    assert texts(f"~~~ {'x' * 300}\nrun\n~~~\n") == ["```\nrun\n```"]


@given(st.text("ab `*_#-[]()<>|~\n>1.\\", max_size=200))
def test_any_markdown_can_be_read_and_its_code_stays_in_pairs(text):
    for passage in texts(text):
        assert passage.replace("```", "").count("`") % 2 == 0


def test_prose_between_two_pieces_of_code_is_no_name():
    entities, _ = names("Use ``a`` to the `b` in the `` c `` and `open` the `path` of `string`.\n")
    assert entities == set()


def test_code_gives_its_identifiers_as_names():
    entities, _ = names(
        "Run `npm install` for `package.json`, with `--save-dev`.\n\n"
        "```js\nconst mockAgent = new MockAgent(); // open the path\nMAX_HEAP_SIZE = true\n```\n"
    )
    assert entities == {
        *("code:npm install", "code:package json", "code:save dev"),
        *("code:mockagent", "code:max heap size"),
    }


def test_headings_labels_and_capitals_of_common_words_are_no_names():
    entities, _ = names(
        "# Quick Start\n\n- Check Settings First: always.\n- **Clean Up**: you DO NOT need to.\n\n"
        "| Task Details | Default Value |\n|---|---|\n| Step 3 | Boolean |\n\nSee Step 3.\n"
    )
    assert entities == set()


def test_a_name_of_one_common_word_needs_a_second_passage():
    assert names("Then start Agent Zero on Windows again.")[0] == {"name:agent zero"}
    assert names("It runs on Windows too.", "Use Windows or not.")[0] == {"name:windows"}


def test_a_capital_in_a_label_makes_no_name_of_a_common_word():
    labels = "- Default: 3, as of old\n" * 20 + "- the default of all\n" * 2
    assert names(f"Copy it to Default again.\n\n{labels}", "Move it to Default.\n")[0] == set()


def test_the_capital_of_a_first_word_is_no_part_of_a_name():
    items = "- Compiling TypeScript first.\n- Full URL of it.\n- Absolute URLs to it.\n"
    text = "Ask Docker Hub. An Undici Client. We use the Open Undici."
    assert names(f"{items}\n{text}\n")[0] == {
        *("name:typescript", "name:undici client", "name:docker hub", "name:open undici")
    }


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Amara Nwosu looks after the printers.", "name:amara nwosu"),
        ("Chiara Nwosu owns the key of the cellar.", "name:chiara nwosu"),
    ],
)
def test_a_first_name_that_is_a_word_of_another_language_is_kept(text, name):
    found, _ = names(text)
    assert {name} == {entity for entity in found if name.split()[-1] in entity}


def test_a_person_has_a_short_name_in_files_and_a_product_is_not_the_one_it_is_named_after():
    found, _ = names(
        "We asked Tariq Haddad about Zulip. Then we met with Tariq.\n",
        "Here Zulip Server Tools help with Zulip.\n",
    )
    assert {"name:tariq haddad", "name:zulip", "name:zulip server tools"} <= found
    assert "name:tariq" not in found


def test_a_former_name_that_is_cut_short_is_no_alias_of_what_begins_with_it():
    text = "We install Zulip Hub Apps (formerly known as Zulip Hub add-ons) on the Zulip Hub.\n"
    assert names(text)[0] == {"name:zulip hub", "name:zulip hub apps"}
    text = "We install Zulip Hub Apps (formerly known as Zulip Hub) on the Zulip Hub.\n"
    assert names(text)[0] == {"name:zulip hub apps"}


def test_words_that_code_joins_are_no_mention_of_it_where_they_stand_apart():
    texts_of_three = ("Set `DEPENDS_ON` here.", "This depends on that.", "Edges are DEPENDS_ON.")
    documents = [split_text(f"{n}.md", text)[0] for n, text in enumerate(texts_of_three)]
    extractions, _ = RuleExtractor().update(documents)
    assert [len(extractions[document.id].mentions) for document in documents] == [1, 0, 1]


def test_a_manual_states_what_depends_on_what_and_nothing_of_the_user():
    entities, facts = names(
        "# Routers\n\nRouter Alpha depends on Switch Beta. My name is Kirsi Lund, and I like tea. "
        "Router Alpha greets Switch Beta warmly.\n"
    )
    assert facts == {("name:router alpha", "depends on", "name:switch beta")}
    assert "user:user" not in entities


def test_a_line_that_is_broken_on_purpose_is_a_line_of_its_own():
    text = "Default: False  \nEnvironment variable: one\nof many<br>Done\n"
    assert texts(text) == ["Default: False\nEnvironment variable: one of many\nDone"]


def test_the_attributes_of_a_heading_are_no_part_of_it():
    assert passages("## Archs {: #archs cmd-line }\n\nx\n\n### `b` {#b}\n\ny\n") == [
        ("Archs", "x"),
        ("Archs > b", "y"),
    ]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ask Note Kiosk of it.", "Note: Kiosk is closed."),
        ("Run `third_party` now.", "It is third-party software."),
    ],
)
def test_a_name_is_not_mentioned_where_its_words_are_put_together_otherwise(name, other):
    documents = [split_text(f"{n}.md", text)[0] for n, text in enumerate((name, other))]
    extractions, _ = RuleExtractor().update(documents)
    assert [len(extractions[document.id].mentions) for document in documents] == [1, 0]


def test_a_placeholder_and_what_an_acronym_is_of_are_no_names():
    assert names("Set `YOUR_PASSPHRASE` and `my-volume`. Fastify uses the API of Node core.\n")[
        0
    ] == {"name:fastify"}


GRID = """
Shifts
======

+-----+-----------+
| Day | Gate      |
+=====+===========+
| Mon | B, until  |
|     | the gale  |
+-----+-----------+
| Tue | C         |
| Wed | D         |
+-----+-----------+

After it.
"""


def test_a_drawn_table_gives_its_rows():
    rows = "| Day | Gate |\n| Mon | B, until the gale |\n| Tue | C |\n| Wed | D |\nAfter it."
    assert passages(GRID, "a.rst") == [("Shifts", rows)]


ALIGNED = """
======  =========
Host    Owner
======  =========
otter   Anna
        Berg
heron   Tomas
All of them: none
======  =========
"""


def test_a_table_of_aligned_columns_gives_its_rows():
    rows = "| Host | Owner |\n| otter | Anna Berg |\n| heron | Tomas |\n| All of them: none |  |"
    assert passages(ALIGNED, "a.rst") == [("", rows)]


@pytest.mark.parametrize(
    "table",
    [
        "=====  =====\n       Owner\n=====  =====\notter  Anna\n=====  =====\n",
        "+-------+-------+\n|       | Owner |\n+=======+=======+\n"
        "| otter | Anna  |\n+-------+-------+\n",
    ],
)
def test_a_drawn_table_may_have_an_empty_corner(table):
    assert passages(table, "a.rst") == [("", "|  | Owner |\n| otter | Anna |")]


PAY = "| Grade | Day | Hour |\n| Trainee | 48 | |\n| Head of centre | 139 | 31 |"


@pytest.mark.parametrize(
    "table",
    [
        "Grade\tDay\tHour\nTrainee\t48\t\nHead of centre\t139\t31",
        "Grade\tDay\tHour\nTrainee\t48\nHead of centre\t139\t31",
    ],
)
def test_cells_that_tabs_part_are_rows_of_a_table(table):
    assert passages(f"Pay from May.\n\n{table}\n", "a.txt") == [("", f"Pay from May.\n{PAY}")]


def test_several_tabs_may_align_the_cells_of_a_table():
    table = "Grade\t\tDay\nTrainee\t\t48\nHead of centre\t139\n"
    rows = "| Grade | Day |\n| Trainee | 48 |\n| Head of centre | 139 |"
    assert passages(table, "a.txt") == [("", rows)]


@pytest.mark.parametrize(
    "text",
    ["1)\tOpen it.\n2)\tClose it.", "•\tOpen\n•\tClose", "Mara\tLind", "\tOpen it.\n\tClose it."],
)
def test_items_and_single_lines_with_tabs_are_no_table(text):
    assert all("|" not in found for found in texts(text, "a.txt"))


def test_a_comment_in_the_code_of_plain_text_is_no_heading_and_what_follows_the_code_may_be():
    text = "Run this::\n\n  # all of it\n  make all\n\n# Use\n\nDone.\n"
    code = "Run this::\n```\n# all of it\nmake all\n```"
    assert passages(text, "a.txt") == [("", code), ("Use", "Done.")]
    assert passages("Run it.\n  # Use\nDone.\n", "a.txt") == [("", "Run it."), ("Use", "Done.")]


def test_a_line_alone_above_a_plain_text_is_its_title():
    assert passages("THE HALL\n\nPrices\n------\n60 a day.\n", "a.txt") == [
        ("THE HALL > Prices", "60 a day.")
    ]
    assert passages("\nThe hall (2025)\n\n\nAsk Mara.\nSee you.\n", "a.txt") == [
        ("The hall (2025)", "Ask Mara.\nSee you.")
    ]
    assert passages("The hall\n\nAsk Mara.\n\nBring keys.\n", "a.txt") == [
        ("The hall", "Ask Mara.\nBring keys.")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Call Ben\n\nBuy milk\n\nPay the rent.\n",
        "Dear Mara,\n\nthe hall is open.\n",
        "Two feeds are open.\n\nOne is not.\n",
        "owner: Mara\n\nShe has the key.\n",
        "- one item\n\nAnd more of it.\n",
        "a | b\n\nTwo cells.\n",
        "The hall\nis open\n\nAsk Mara.\n",
        "The hall\n",
    ],
)
def test_any_other_line_at_the_top_of_a_plain_text_is_text(text):
    [(title, found)] = passages(text, "a.txt")
    assert (title, found.split()) == ("", text.split())


@pytest.mark.parametrize("text", ["Intro\nSetup\n=====\n", "Two feeds are open.\n---\n"])
def test_lines_that_are_no_heading_of_plain_text_are_text(text):
    [(title, found)] = passages(text, "a.txt")
    assert (title, found.split()) == ("", text.split())


@pytest.mark.parametrize("above", ["She wrote:", ".. note::"])
def test_an_indented_paragraph_of_plain_text_is_no_code(above):
    assert texts(f"{above}\n\n   Two feeds.\n", "a.rst") == [f"{above}\nTwo feeds."]


def test_code_of_restructured_text_may_have_no_language():
    assert texts(".. code-block::\n\n   make all\n", "a.rst") == ["```\nmake all\n```"]


def test_directives_fields_and_items_have_lines_of_their_own_in_restructured_text():
    text = (
        ".. image:: otter.png\n   :alt: The otter\n.. warning:: Do not stop\n   Heron.\n\n"
        ":Author: Anna\n:Editor: Tomas\n\n* one item\n  of two\n* two\n"
    )
    assert texts(text, "a.rst") == [
        ".. image:: otter.png\n:alt: The otter\n.. warning:: Do not stop Heron.\n"
        ":Author: Anna\n:Editor: Tomas\n* one item of two\n* two"
    ]


def test_what_links_lead_to_is_left_out_of_restructured_text():
    text = (
        ".. _gates:\n\nGates\n=====\n\nGate B, see `the map`_.\n\n.. _the map: https://x.example\n"
    )
    assert passages(text, "a.rst") == [("Gates", "Gate B, see `the map`_.")]


def test_code_keeps_its_lines_in_restructured_text():
    text = ".. code-block:: bash\n\n   # run it\n   run\n\nSo it is::\n\n  a\n  b\n\nDone.\n"
    assert texts(text, "a.rst") == [
        "```bash\n# run it\nrun\n```\nSo it is::\n```\na\nb\n```\nDone."
    ]


@pytest.mark.parametrize(
    "text", ["+--+ is no table", "+---+", "| one", "+1 for Mara", "+---+\nSee it."]
)
def test_signs_of_a_table_alone_draw_none(text):
    assert [(title, found.split()) for title, found in passages(text, "a.txt")] in (
        [("", text.split())],
        [],
    )


@pytest.mark.parametrize(
    "text",
    [
        "host: gw-osprey\nport: 8080\nowner: Mara Lind",
        "[12.03.25, 09:00:01] Tove: Hej\n[12.03.25, 09:00:11] Mara: The number is 0700\n",
        "2025-03-12 09:00:01 ERROR the certificate of gw-osprey has expired\n"
        "2025-03-12 09:00:02 INFO gw-osprey has started, and takes requests again",
        "Roses are red\nViolets are blue",
        "| one\n| two",
        "> Which number?\n> Mine?",
    ],
)
def test_lines_that_are_not_full_or_begin_with_a_label_or_time_stay_lines(text):
    assert passages(text, "a.txt") == [("", text.rstrip())]


@pytest.mark.parametrize("space", ["", " ", "\u00a0", "\u202f"])
def test_a_label_may_have_a_space_before_its_colon_as_in_french(space):
    first = "Chauffagiste : Riwal Énergie, 02 98 40 61 13 (contrat 20771)"
    second = "Arrivée d'eau : regard devant la porte du hangar, clé en T dans l'atelier"
    text = f"{first}\n{second}".replace(" :", f"{space}:")
    assert passages(text, "a.txt") == [("", text.replace(space or " ", " "))]


def test_the_lines_of_a_paragraph_are_joined_and_its_last_one_ends_it():
    first = "The ferry from the north quay sails at seven every morning\nexcept Sunday."
    second = "Mara Lind, who looks after the ticket machine, opens the\ngate ten minutes earlier."
    joined = [first.replace("\n", " "), second.replace("\n", " ")]
    assert passages(f"{first}\n{second}\n", "a.txt") == [("", "\n".join(joined))]


@pytest.mark.parametrize(("last", "first"), [("from", "2026-07-01 on."), ("at", "10:30 sharp.")])
def test_a_time_that_the_line_above_leads_on_to_begins_no_paragraph(last, first):
    before = f"The ferry from the north quay will sail on each working day {last}"
    assert passages(f"{before}\n{first}", "a.txt") == [("", f"{before} {first}")]


def test_no_space_comes_between_the_lines_of_a_chinese_paragraph():
    line = "北码头的渡轮每天早上七点出发但是星期天除外林玛拉负责售票机并且提前十分钟打开大门"
    assert passages(f"{line}\n{line}", "a.txt") == [("", line * 2)]
