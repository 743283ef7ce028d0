"""Names in the brackets of Chinese and Japanese texts: 《红楼梦》, 「月の湯」."""

from __future__ import annotations

import re
from collections.abc import Iterator

_BRACKETED = re.compile(r"([《『「])([^《》『』「」\s。、，！？!?,;；：:]{1,20})[》』」]")
_HIRAGANA = re.compile(r"[\u3041-\u309f]")
_OF_WITHIN = re.compile(
    "(?<=[\u3005\u4e00-\u9fff\u30a1-\u30ff])の(?=[\u3005\u4e00-\u9fff\u30a1-\u30ff])"
)


def bracketed_names(text: str) -> Iterator[str]:
    """Yield the names that stand in brackets, as written.

    Args:
        text: A text in any language.
    """
    for match in _BRACKETED.finditer(text):
        # In Japanese corner brackets stand around what somebody says, too; 「月の湯」 is a name.
        if match[1] == "「" and _HIRAGANA.search(_OF_WITHIN.sub("", match[2])):
            continue
        if len(match[2]) > 1 and any(map(str.isalpha, match[2])):
            yield match[2]
