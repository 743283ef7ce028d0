"""Names in texts that have no capitals."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.records import SourceDocument
from graphrag.text.names.unspaced_names import LONGEST_NAME, unspaced_names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("石金精機の納品は毎週火曜日です。", ["石金精機"]),
        ("田中さんは竹内工務店の電話番号を知っている。", ["田中", "竹内工務店"]),
        ("ナギサは猫アレルギーだから来ない", ["ナギサ"]),
        ("王医生的诊所在中山路，电话变了。", ["王医生"]),
        ("来月から家賃が八万円に上がる。", []),
        ("駐車場の契約更新は三月末", []),
        ("冷蔵庫の修理は昨日終わった", []),
        ("the key of the shed", []),
        ("堀様は来ない", ["堀様"]),
        ("小狗叫砚台，三岁。", ["砚台"]),
        ("书法班名叫豆豆。", ["豆豆"]),
        ("用户叫顾文静。", ["顾文静"]),
        ("丈夫周启明在上海工作。", ["周启明"]),
        ("女儿婧怡在上海工作。", ["婧怡"]),
        ("猫の名前はミケ。", ["ミケ"]),
        ("奥園さんと宇野さんと神保さんが来る", ["奥園", "宇野", "神保"]),
        ("我和王老师去找李医生", ["王老师", "李医生"]),
    ],
)
def test_names_are_what_no_list_knows_or_what_stands_before_a_title(text, expected):
    assert [name.written for name in unspaced_names(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "お客様は来ない",
        "皆様によろしく",
        "神様にお願い",
        "奥さんは医者",
        "息子さんは元気",
        "大家さんに電話",
        "母さんの誕生日",
        "お客さんが来る",
        "仕様書を送る",
        "住所氏名を書く",
        "我先生住在上海",
        "他太太喜欢茶",
        "这位先生和那位小姐",
        "钢琴老师的电话",
        "大家好老师",
        "家庭医生的电话",
        "晚上叫外卖，不做饭。",
        "叫孩子吃饭，然后睡觉。",
        "叫他来，快点。",
    ],
)
def test_relatives_and_everyday_words_are_no_names(text):
    assert unspaced_names(text) == []


def test_an_unknown_name_is_not_certain():
    assert not any(name.is_certain for name in unspaced_names("名前は不明。"))


@given(st.text(alphabet="石金精機田中さん先生の納品は毎週ナギサ王周名叫前B7 。三", max_size=40))
@example("さ中中中中中先生")
def test_names_stand_in_the_text_are_short_and_do_not_overlap(text):
    end = 0
    for name in unspaced_names(text):
        assert text.startswith(name.written, name.start)
        assert len(name.written) <= LONGEST_NAME + 2
        assert name.start >= end
        end = name.start + len(name.written)


def test_memories_in_japanese_are_linked_by_a_name():
    texts = [
        "石金精機の納品は毎週火曜日です。",
        "請求書は石金精機に郵送する。",
        "冷蔵庫の修理は昨日終わった",
    ]
    documents = [SourceDocument(str(n), text) for n, text in enumerate(texts)]
    extractions, entities = RuleExtractor().update(documents)
    assert "name:石金精機" in entities
    mentioned = {m.entity_id for key in ("0", "1") for m in extractions[key].mentions}
    assert mentioned == {"name:石金精機"}
    assert not extractions["2"].mentions
