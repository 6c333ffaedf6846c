import opencc
import pytest

from cwsdiag.doctor import examine
from cwsdiag.doctor.examine import report_lines
from cwsdiag.formats import Source, open_document
from cwsdiag.training import gather
from tests.formats.helpers import read_document, survey

TRAINING = """
昨天 下午 我们 在 图书馆 门口 等 了 很 久 。
这 家 工厂 去年 生产 了 三万 辆 自行车 ， 今年 打算 出口 一半 。
他 说 ： 明天 不 下雨 ， 孩子们 就 去 公园 看 花 。
记者 了解 到 ， 当地 政府 已经 决定 修建 一 条 新 的 铁路 。
没有 人 知道 那 只 猫 是 从 哪里 来 的 。
"""
GOLD = """
记者 昨天 在 公园 看 了 很 久 。
政府 决定 今年 不 出口 自行车 。
孩子们 说 明天 去 看 那 只 猫 。
当地 工厂 已经 生产 了 一半 铁轨 。
没有 人 知道 我们 在 哪里 等 他 。
他 打算 去 图书馆 门口 看 花 。
"""
SYSTEM = GOLD.replace("孩子们", "孩子 们").replace("铁轨", "铁 轨").replace("去 看", "去看")


NUMBERED = "".join(f"{place}. {line}\n" for place, line in enumerate(SYSTEM.split("\n")[1:-1], start=1))


def document(text, role="gold", name=None):
    return read_document(Source.from_bytes(name or f"{role}.txt", text.encode()), role=role, format="words")


def training_of(text, name="train.txt"):
    return gather(open_document(Source.from_bytes(name, text.encode()), role="training"))


def findings(gold=GOLD, system=SYSTEM, training=TRAINING, **names):
    return examine(
        gold=document(gold, name=names.get("gold_name", "test.txt")),
        systems={"crf": document(system, "system", names.get("system_name", "crf.txt"))},
        training=training_of(training) if training else None,
    )


def test_files_that_fit_together():
    assert findings() == []


def test_what_stands_around_lines_is_said_where_characters_differ():
    source = Source.from_bytes("crf.txt", NUMBERED.encode())
    gold, system = document(GOLD), read_document(source, role="system")
    found = examine(gold=gold, systems={"crf": system}, facts={"crf": survey(source, role="system")})
    wrapped, characters = (one for one in found if one.system == "crf")
    assert (wrapped.severity, wrapped.code, wrapped.fix) == ("warning", "wrapped", "numbers")
    assert "6 lines begin with a number" in wrapped.message_cli and "(--strip numbers)" in wrapped.message_cli
    assert characters.code == "characters"
    same = examine(gold=system, systems={"crf": system}, facts={"crf": survey(source, role="system")})
    assert "wrapped" not in {one.code for one in same}


LINES = SYSTEM.strip().split("\n")
TRADITIONAL = opencc.OpenCC("s2t")
SHIFTED = ("warning", "lines-shifted", "crf.txt")


@pytest.mark.parametrize(
    ("files", "told", "said"),
    [
        ({"training": None}, ("note", "no-training", "test.txt"), "test.txt: add training data to see new words (OOV)"),
        (
            {"training": TRAINING.replace(" ", "\n")},
            ("note", "training-kind", "train.txt"),
            "wFre, cFre, wCon and cCon.",
        ),
        (
            {"training": " 3\n".join([*TRAINING.split(), ""])},
            ("note", "training-kind", "train.txt"),
            "undefined: wCon.",
        ),
        (
            {"training": TRAINING + GOLD},
            ("warning", "training-as-gold", "test.txt"),
            "100% of its sentences occur in the training data train.txt",
        ),
        ({"system": GOLD}, ("warning", "same-file", "crf.txt"), ""),
        (
            {"gold_name": "runs/test.pred.txt"},
            ("note", "swapped", "crf.txt"),
            "'test.pred.txt' sounds like a prediction",
        ),
        (
            {
                "gold": GOLD.replace("没有 人", "没有人").replace("那 只", "那只").replace("当地 工", "当地工"),
                "system": GOLD,
            },
            ("note", "swapped", "crf.txt"),
            "The training data lacks",
        ),
        ({"system": SYSTEM.replace(" ", "")}, ("warning", "unsegmented", "crf.txt"), ""),
        ({"training": "山 高 水 远 ， 路 漫漫 。\n" * 3}, ("warning", "oov-rate", "train.txt"), "of the gold words"),
        (
            {"training": TRADITIONAL.convert(TRAINING)},
            ("warning", "script", "test.txt"),
            "without that it would be 2.0%",
        ),
        ({"system": "\n".join(LINES[:1] + LINES[2:])}, SHIFTED, "its sentence 2 is sentence 3 of gold"),
        ({"system": "\n".join(["开始 ！", "第二 行", *LINES])}, SHIFTED, "its sentence 3 is sentence 1 of gold"),
        ({"system": "\n".join(LINES[at] for at in (3, 0, 5, 1, 4, 2))}, SHIFTED, "in another order"),
    ],
)
def test_what_does_not_fit_is_named(files, told, said):
    finding, *_ = findings(**files)
    assert (finding.severity, finding.code, finding.file) == told
    assert finding.fix == {"script": "t2s", "lines-shifted": "skip"}.get(finding.code)
    assert finding.file in finding.message and said in finding.message


def test_the_report_of_a_file():
    source = Source.from_bytes("te\x1bst.txt", "\ufeff我们 去\r\n\r\n看\u3000海  ！\n".encode())
    assert report_lines(survey(source, role="gold")) == [
        r"te\x1bst.txt, read as gold",
        "  content     2 sentences, 5 words, 6 characters",
        "  format      words separated by white space",
        "  encoding    UTF-8, because the file begins with its byte order mark",
        "  lines       3, 1 of them blank; longest 6 characters",
        "  line ends   1 LF, 2 CRLF",
        "  separators  1 U+3000, 1 blank, 1 two or more blanks",
        "  left out    1 U+FEFF",
        "  begins      我们  去",
        "              看  海  ！",
    ]


@pytest.mark.real_data
def test_real_files(real_data):
    paths = [real_data / "test.txt", *sorted((real_data / "systems").glob("*.txt"))]
    gold, *systems = [read_document(Source.from_path(path), role="gold") for path in paths]
    named = {path.stem: system for path, system in zip(paths[1:], systems, strict=True)}
    training = gather(open_document(Source.from_path(real_data / "train.txt"), role="training"))
    assert examine(gold=gold, systems=named, training=training) == []
    found = examine(gold=named["jieba"], systems={"gold": gold}, training=training)
    assert [finding.code for finding in found] == ["swapped"]
