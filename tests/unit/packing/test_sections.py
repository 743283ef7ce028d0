"""Of a long text that the host imported as one memory, the sections that answer."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from graphrag.model import Passage
from graphrag.packing.sections import LONG_TEXT, MAX_SECTIONS, answering_sections, sections_of

from ...support.blocks import block_of, entry, found

FILLER = "Nothing of this says anything about what was asked, whatever it is. " * 8
LONG = "\n\n".join([FILLER] * 3)
HANDBOOK = f"""# Handbook

{FILLER}

## Ports

{FILLER}

### Marhamn

The spare key hangs behind the timetable.

### Lillöra

{FILLER}

## Deployment

{FILLER}
"""


def answering(text: str, *words: str, source: str = "handbook.md") -> str:
    [answer] = answering_sections([Passage("k", "i", "s", source=source)], [text], words)
    return answer


def test_of_a_long_file_the_section_that_has_the_words_is_left_with_its_headings():
    answer = answering(HANDBOOK, "spare", "key", "marhamn")
    assert answer == "# Handbook > Ports > Marhamn\n\nThe spare key hangs behind the timetable."


def test_the_words_of_the_headings_count_as_those_of_the_section():
    text = HANDBOOK.replace("### Lillöra\n", "### Lillöra\n\nThe spare key hangs in the office.\n")
    assert "timetable" in answering(text, "spare", "key", "marhamn").split("\n\n")[1]


def test_a_heading_holds_until_the_next_one_of_its_level():
    wholes = list(sections_of("# A\n\n## B\n\none\n\n# C\n\ntwo\n\n### D\n\nthree"))
    assert wholes == ["# A > B\n\none", "# C\n\ntwo", "# C > D\n\nthree"]


def test_a_comment_in_code_is_no_heading_and_code_is_not_divided():
    lines = "run it\n" * 200
    code = f"```sh\n# fetch the key\n\n{lines}\n# stop it\n```"
    assert list(sections_of(f"# Deploy\n\n{code}\n\nDone.\n\n## Next\n\nRest.")) == [
        f"# Deploy\n\n{code}",
        "# Deploy\n\nDone.",
        "# Deploy > Next\n\nRest.",
    ]


def test_only_signs_after_a_space_close_a_heading():
    assert list(sections_of("# C#\n\none\n\n# Ports ##\n\ntwo")) == [
        "# C#\n\none",
        "# Ports\n\ntwo",
    ]


def test_lines_may_end_as_on_windows():
    assert list(sections_of("# A\r\n\r\n## B\r\n\r\none\r\n")) == ["# A > B\n\none"]


def test_long_headings_above_many_sections_cost_little():
    text = f"# {'long ' * 6_000}\n\n" + "## a\n\nb\n\n" * 1_500
    words = [f"word{number}" for number in range(64)]
    before = time.perf_counter()
    answering(text, *words)
    assert time.perf_counter() - before < 1


def test_a_long_section_is_divided_between_its_paragraphs():
    text = "\n\n".join([FILLER, "The spare key hangs behind the timetable.", FILLER, FILLER])
    assert "spare key" in answering(text, "spare", "key")
    assert len(answering(text, "spare", "key")) < len(text)


def test_two_sections_that_have_as_much_both_stay():
    text = (
        f"# North\n\n{FILLER}\n\n# East\n\nA red key.\n\n# West\n\nA blue key.\n\n# Up\n\n{FILLER}"
    )
    answer = answering(text, "key")
    assert "red" in answer
    assert "blue" in answer


def test_a_block_shows_that_two_sections_do_not_stand_together():
    text = f"# North\n\nA red key.\n\n# East\n\n{LONG}\n\n# West\n\nA blue key."
    block = block_of(found(entry("a", text, source="a.md"), words=("key",)))
    assert "North: A red key. … West: A blue key." in block.text


def test_a_block_shows_two_sections_that_stand_together_as_they_are():
    text = f"# East\n\n{LONG}\n\n# North\n\nA red key.\n\n# West\n\nA blue key."
    block = block_of(found(entry("a", text, source="a.md"), words=("key",)))
    assert "North: A red key. West: A blue key." in block.text


def test_a_memory_a_short_text_and_one_without_the_words_stay_as_they_are():
    short = "# A\n\nA key.\n\n# B\n\nNo lock."
    assert answering(HANDBOOK, "spare", source="") == HANDBOOK
    assert answering(short, "key") == short
    assert answering(HANDBOOK, "zebra") == HANDBOOK
    assert answering(HANDBOOK) == HANDBOOK


def test_a_block_shows_the_section_below_the_name_of_the_file():
    block = block_of(found(entry("a", HANDBOOK, source="handbook.md"), words=("spare", "marhamn")))
    [line] = block.text.splitlines()[2:-1]
    assert line.startswith("[1] handbook.md: Handbook > Ports > Marhamn: The spare key hangs")


@given(st.text(alphabet="# \nab.", max_size=4 * LONG_TEXT), st.lists(st.sampled_from("ab")))
def test_no_text_gives_more_than_it_has(text, words):
    answer = answering(text, *words)
    assert answer == text or answer.count("\n\n# ") < MAX_SECTIONS
