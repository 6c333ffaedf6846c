"""The kinds of differences, on cases judged by hand and on tricky ones."""

import csv
import re
from collections import Counter
from pathlib import Path

import opencc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.study.kinds import COMPLEMENTS, KINDS, SUFFIXES, SURNAMES, kind_of
from tools import draw_kinds

JUDGED = Path(__file__).with_name("kinds_judged.tsv")
DOCS = Path(__file__).parents[2] / "docs" / "kinds.md"
NAMED = [key for key in KINDS if key != "other"]
ORIGINS = ["sample", "gsd"]


def judged_cases() -> list[dict[str, str]]:
    with JUDGED.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


CASES = judged_cases()


def pieces_of(case: dict[str, str]) -> tuple[str, ...]:
    return tuple(case["pieces"].split("·"))


def tally(cases: list[dict[str, str]]) -> str:
    return f"{sum(case['right'] == 'yes' for case in cases)}/{len(cases)}"


def test_other_comes_last_and_keys_agree():
    assert list(KINDS)[-1] == "other"
    assert all(kind.key == key for key, kind in KINDS.items())
    assert all(kind.label and kind.description for kind in KINDS.values())


def test_the_judged_cases_are_well_formed():
    assert {case["kind"] for case in CASES} == set(NAMED)
    assert {case["right"] for case in CASES} == {"yes", "no"}
    assert {case["origin"] for case in CASES} == set(ORIGINS)
    assert all("".join(pieces_of(case)) == case["word"] for case in CASES)
    assert max(Counter((case["kind"], case["pieces"]) for case in CASES).values()) == 1


@pytest.mark.parametrize("key", NAMED)
def test_a_named_kind_has_fifty_judged_cases_and_is_mostly_right(key):
    cases = [case for case in CASES if case["kind"] == key]
    assert len(cases) >= 50
    assert sum(case["origin"] == "gsd" for case in cases) >= 25
    for chosen in (cases, [case for case in cases if case["origin"] == "gsd"]):
        assert sum(case["right"] == "yes" for case in chosen) >= 0.8 * len(chosen)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']}-{case['pieces']}")
def test_the_rule_still_says_so(case):
    assert kind_of(pieces_of(case)) == case["kind"]


def test_traditional_characters_are_of_the_same_kind():
    # Of Taiwan: the general table has 喫 for 吃, which hardly anybody writes.
    convert = opencc.OpenCC("s2tw").convert
    for case in (case for case in CASES if case["right"] == "yes"):
        pieces = tuple(map(convert, pieces_of(case)))
        assert kind_of(pieces) == case["kind"], pieces


def test_the_precision_in_the_docs_is_that_of_the_cases():
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) ?\| (.*?) ?\| (.*?) ?\|$", DOCS.read_text(encoding="utf-8"), re.M)
    assert [key for key, *_ in rows] == list(KINDS)
    for key, label, *printed in rows:
        cases = [case for case in CASES if case["kind"] == key]
        by_origin = [tally([case for case in cases if case["origin"] == origin]) for origin in ORIGINS]
        assert label == KINDS[key].label
        assert printed == ([tally(cases), *by_origin] if key in NAMED else ["", "", ""]), key


def test_the_docs_list_the_wrong_ones():
    chapter = re.search(r"^### The wrong ones\n(.*?)^## ", DOCS.read_text(encoding="utf-8"), re.M | re.S)
    for key in NAMED:
        listed = re.search(rf"^- {key}: (.*?)(?=^- |\Z)", chapter[1], re.M | re.S)
        named = set(re.findall(r"[一-鿿]+(?:·[一-鿿]+)+", listed[1])) if listed else set()
        assert named == {case["pieces"] for case in CASES if case["kind"] == key and case["right"] == "no"}, key


@pytest.mark.parametrize(
    ("pieces", "key"),
    [
        # The whole string counts, wherever it is cut.
        ("3·月", "number"),
        ("3·月·5·日", "number"),
        ("３·０·％", "number"),
        ("12.5·%", "number"),
        ("2·小时·14·分·06·秒", "number"),
        ("7·点·半", "number"),
        ("168·亿·元", "number"),
        ("八百·多·名", "number"),
        ("三·分之·一", "number"),
        ("第三·屆", "number"),
        ("第·27", "number"),
        ("200·km", "number"),
        # What counts nothing.
        ("一·起", "other"),
        ("一·般", "other"),
        ("三·国", "other"),
        ("这·个", "other"),
        ("多·年", "other"),
        ("1·,·040", "latin"),
        ("S·-·IVB", "latin"),
        ("The·Likes·of·Us", "latin"),
        ("Ｋ·Ｔ·Ｖ", "latin"),
        ("C·++", "latin"),
        ("5G·网络", "other"),
        (",·2009", "other"),
        (")·.", "other"),
        ("王·小明", "name"),
        ("欧阳·雪", "name"),
        ("歐陽·雪", "name"),
        ("张·A", "other"),
        ("王·小·明", "other"),
        ("马·塞纳", "other"),
        ("宋·军", "other"),
        ("高·科技", "other"),
        # A price of looking at the pieces alone.
        ("周·年", "name"),
        ("看·到", "complement"),
        ("走·出·去", "complement"),
        ("看·不·见", "complement"),
        ("看·得·见", "complement"),
        ("想·不到", "complement"),
        ("转换·成", "complement"),
        # Cut inside the complement.
        ("走出·去", "other"),
        ("位·于", "other"),
        ("头·上", "other"),
        ("实际·上", "other"),
        ("通·过", "other"),
        ("记者·们", "affix"),
        ("社会·主义", "affix"),
        ("反·法西斯", "affix"),
        ("国·家", "other"),
        ("大·学", "other"),
        ("反·对", "other"),
        ("環境·保護·法", "other"),
        ("看·看", "other"),
    ],
)
def test_tricky_cases(pieces, key):
    assert kind_of(tuple(pieces.split("·"))) == key


def test_lists_of_pieces_are_taken_too():
    assert kind_of(["3", "月"]) == "number"


TELLING = [*"0123第一二三十百万半几年月日个%.,-AzＡ得不了", *SURNAMES, *SUFFIXES, *COMPLEMENTS]


@given(st.lists(st.one_of(st.text(min_size=1), st.sampled_from(sorted(TELLING))), min_size=2, max_size=12))
def test_any_pieces_have_one_kind_and_it_is_the_first_that_applies(pieces):
    key = kind_of(pieces)
    assert key == next(kind.key for kind in KINDS.values() if kind.applies(tuple(pieces)))


def test_long_words_take_no_time():
    for unit in ("1", "一", "第一", "1,", "三个", "a", "百万"):
        assert kind_of([unit * 2000, "?"]) == "other"


def test_drawing(tmp_path, capsys):
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    first.write_text("王小明 3月 5日 看到 环境 保护\n3月 看 完 了\n", encoding="utf-8")
    second.write_text("王 小明 3 月 5 日 看 到 环境保护\n3 月看 完了\n", encoding="utf-8")
    draw_kinds.main([str(first), str(second)])
    sizes = dict(line.split("\t") for line in capsys.readouterr().out.splitlines())
    # 月看 crosses a boundary, so 3月 of the second line is no difference.
    assert sizes == {"number": "2", "latin": "0", "name": "1", "complement": "1", "affix": "0", "other": "2"}
    draw_kinds.main([str(first), str(second), "--kind", "number", "--count", "9"])
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert sorted(row[:4] for row in rows) == [["number", "3月", "3·月", "1"], ["number", "5日", "5·日", "1"]]
    assert all(f"[{row[1]}]" in row[4] for row in rows)
    with pytest.raises(SystemExit):
        draw_kinds.main([str(first)])
    assert "pairs" in capsys.readouterr().err


def test_the_draw_depends_on_the_seed_alone():
    types = [(str(number), "月") for number in range(1, 100)]
    assert draw_kinds.draw(types, "number", 5, 7) == draw_kinds.draw(types[::-1], "number", 5, 7)
    assert draw_kinds.draw(types, "number", 5, 7) != draw_kinds.draw(types, "number", 5, 8)
