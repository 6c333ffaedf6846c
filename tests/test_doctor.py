import unicodedata

import pytest

from cwsdiag.doctor import examine, sentences_asked
from cwsdiag.doctor.examine import report_lines
from cwsdiag.errors import OPTIONS, CwsdiagError
from cwsdiag.formats import Source, open_document
from cwsdiag.formats.document import read_document
from cwsdiag.training import gather
from cwsdiag.views.wording import on_page
from tests.formats.helpers import survey

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


def only(found):
    (finding,) = found
    assert finding.file in finding.message
    return finding


def widened(text):
    return text.translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)})


def test_files_that_fit_together():
    assert findings() == []


def test_other_line_breaks_are_no_finding():
    assert findings(system=SYSTEM.replace("。\n政府", "。 政府").replace("不 出", "不\n\n出")) == []


def test_no_training_data():
    finding = only(findings(training=None)[:1])
    assert (finding.severity, finding.code) == ("note", "no-training")
    assert finding.message == "test.txt: add training data to see new words (OOV) and consistency."


@pytest.mark.parametrize(
    ("separator", "undefined"), [("\n", "undefined: wFre, cFre, wCon and cCon."), (" 3\n", "undefined: wCon.")]
)
def test_training_word_lists(separator, undefined):
    finding = only(findings(training="".join(word + separator for word in TRAINING.split())))
    assert (finding.severity, finding.code, finding.file) == ("note", "training-kind", "train.txt")
    assert undefined in finding.message


@pytest.mark.parametrize(
    ("training", "reason", "value"),
    [
        (GOLD, "100% of its sentences occur in the training data train.txt", 1.0),
        (TRAINING + GOLD, "100% of its sentences occur in the training data train.txt", 1.0),
        (TRAINING + "铁轨\n", "every gold word is in the training data train.txt (OOV rate 0)", 0.0),
    ],
)
def test_training_text_as_gold(training, reason, value):
    finding = only(findings(training=training))
    assert (finding.severity, finding.code, finding.file, finding.value) == (
        "warning",
        "training-as-gold",
        "test.txt",
        value,
    )
    assert reason in finding.message


def test_sentences_are_looked_for_of_gold_and_of_systems_with_other_characters_only():
    gold = document(GOLD)
    alike = document(SYSTEM.replace("。\n政府", "。 政府"), "system")
    other = document(SYSTEM.replace("猫", "狗"), "system")
    own = {line.replace(" ", "") for line in GOLD.split("\n") if line}
    assert sentences_asked(gold, {"alike": alike}) == own
    assert sentences_asked(gold, {"alike": alike, "other": other}) == own | {"孩子们说明天去看那只狗。"}


def test_the_same_file_as_gold_and_prediction():
    finding = only(findings(system=GOLD))
    assert (finding.severity, finding.code, finding.system) == ("warning", "same-file", "crf")


def test_gold_and_prediction_from_two_columns_of_one_file():
    source = Source.from_bytes("tagged.txt", "我 B S\n们 E S\n看 S S\n\n海 S S\n".encode())
    gold, system = (read_document(source, role=role) for role in ("gold", "system"))
    assert [finding.code for finding in examine(gold=gold, systems={"crf": system})] == ["no-training"]


def test_the_words_of_gold_as_prediction():
    finding = only(findings(system=GOLD.replace(" ", "\u3000")))
    assert finding.code == "same-file"
    assert "this prediction has exactly the words of gold" in finding.message


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ({"gold_name": "runs/gold/test.pred.txt"}, "'test.pred.txt' sounds like a prediction"),
        ({"system_name": "pku_test_gold.utf8"}, "'pku_test_gold.utf8' sounds like a gold file"),
    ],
)
def test_swapped_by_name_is_a_question(names, reason):
    finding = only(findings(**names))
    assert (finding.severity, finding.code, finding.system) == ("note", "swapped", "crf")
    assert finding.message.startswith("Are ")
    assert reason in finding.message


@pytest.mark.parametrize(
    "names",
    [
        {"gold_name": "gold.txt", "system_name": "pred.txt"},
        {"gold_name": "predicates_gold.txt", "system_name": "golden-retriever.txt"},
        {"gold_name": "system_test_gold.txt", "system_name": "output_for_gold.txt"},
    ],
)
def test_names_that_say_nothing_of_swapping(names):
    assert findings(**names) == []


def test_what_stands_around_lines_is_said_where_characters_differ():
    source = Source.from_bytes("crf.txt", NUMBERED.encode())
    gold, system = document(GOLD), read_document(source, role="system")
    found = examine(gold=gold, systems={"crf": system}, facts={"crf": survey(source, role="system")})
    wrapped, characters = (one for one in found if one.system == "crf")
    assert (wrapped.severity, wrapped.code, wrapped.fix, wrapped.value) == ("warning", "wrapped", "numbers", 6.0)
    assert wrapped.message_cli == (
        "crf.txt (crf): 6 lines begin with a number. Where that is not part of the text, have it left out "
        "(--strip numbers)."
    )
    assert characters.code == "characters"
    same = examine(gold=system, systems={"crf": system}, facts={"crf": survey(source, role="system")})
    assert "wrapped" not in {one.code for one in same}


def test_swapped_by_words():
    other_standard = GOLD.replace("没有 人", "没有人").replace("那 只", "那只").replace("当地 工厂", "当地工厂")
    finding = only(findings(gold=other_standard, system=GOLD))
    assert finding.code == "swapped"
    assert "The training data lacks" in finding.message


def test_dictionary_methods_do_not_look_like_gold():
    single = GOLD.replace("铁轨", "铁 轨")
    assert findings(gold=GOLD.replace("没有 人", "没有人"), system=single) == []


def test_unsegmented_prediction():
    found = findings(system=SYSTEM.replace(" ", ""))
    finding = found[0]
    assert (finding.severity, finding.code, finding.system) == ("warning", "unsegmented", "crf")
    assert finding.value == pytest.approx(14, abs=2)
    assert len(found) == 1


@pytest.mark.parametrize("which", ["gold", "training"])
def test_unsegmented_gold_and_training(which):
    text = {"gold": GOLD, "training": TRAINING}[which].replace(" ", "")
    finding = findings(**{which: text})[0]
    assert (finding.code, finding.system) == ("unsegmented", None)
    assert finding.file == {"gold": "test.txt", "training": "train.txt"}[which]


def test_wrong_training_file():
    finding = only(findings(training="山 高 水 远 ， 路 漫漫 。 今年 也 如此\n" * 3))
    assert (finding.severity, finding.code, finding.file) == ("warning", "oov-rate", "train.txt")
    assert finding.value > 0.4
    assert f"{finding.value:.1%} of the gold words" in finding.message


def test_traditional_against_simplified_training():
    import opencc

    finding = only(findings(training=opencc.OpenCC("s2t").convert(TRAINING)))
    assert (finding.code, finding.fix, finding.file) == ("script", "t2s", "test.txt")
    assert finding.value == pytest.approx(1 / 54, abs=0.01)
    assert f"without that it would be {finding.value:.1%}" in finding.message
    assert finding.message_cli.endswith("(--normalise t2s).")


def test_full_width_against_half_width_training():
    numbers = "\nIBM 有 2004 台 PC , 共 30 种 .\n" * 3
    finding = only(findings(gold=GOLD + numbers, system=SYSTEM + numbers, training=TRAINING + widened(numbers)))
    assert (finding.code, finding.fix) == ("width", "nfkc")
    before = 1 + 3 * 6 + sum(map(GOLD.count, "，："))
    words = len((GOLD + numbers).split())
    assert f"the OOV rate is {before / words:.1%}, without that it would be {finding.value:.1%}" in finding.message
    assert finding.value == pytest.approx(1 / words)


def test_a_prediction_in_another_script():
    import opencc

    finding = only(findings(system=opencc.OpenCC("s2t").convert(SYSTEM)))
    assert (finding.code, finding.fix, finding.system) == ("script", "t2s", "crf")


def test_a_prediction_in_another_width():
    finding = only(findings(gold=GOLD.replace("。", "."), system=SYSTEM.replace("。", "．")))
    assert (finding.code, finding.fix, finding.system) == ("width", "nfkc", "crf")
    # The training data have "。", gold has ".": neither is the other after NFKC.
    before = oov_rate_of(GOLD.replace("。", "."))
    assert f"That moves the OOV rate, too: here from {before:.1%} to {before:.1%}." in finding.message


def test_a_prediction_in_another_script_and_width():
    import opencc

    changed = opencc.OpenCC("s2t").convert(SYSTEM.replace("。", "．"))
    found = findings(gold=GOLD.replace("。", "."), system=changed, training=None)
    assert [(finding.code, finding.fix) for finding in found[1:]] == [("width", "nfkc"), ("script", "t2s")]
    assert all("pku files from 5.8 % to 3.5 %" in finding.message for finding in found[1:])


def test_advice_to_normalise_says_how_the_oov_rate_moves():
    numbers = "\n我们 有 2004 台\n" * 3
    gold, training = GOLD + numbers, TRAINING + widened(numbers)
    found = findings(gold=gold, system=SYSTEM + widened(numbers), training=training)
    (finding,) = (one for one in found if one.system == "crf")
    before = oov_rate_of(gold, training)
    after = oov_rate_of(unicodedata.normalize("NFKC", gold), unicodedata.normalize("NFKC", training))
    assert before > after
    assert f"That moves the OOV rate, too: here from {before:.1%} to {after:.1%}." in finding.message


def oov_rate_of(gold, training=TRAINING):
    known = set(training.split())
    words = gold.split()
    return sum(word not in known for word in words) / len(words)


def lines_of(text):
    return text.strip().split("\n")


def test_a_line_is_missing():
    lines = lines_of(SYSTEM)
    finding = only(findings(system="\n".join(lines[:1] + lines[2:])))
    assert (finding.code, finding.fix, finding.value) == ("lines-shifted", "skip", 1.0)
    assert "its sentence 2 is sentence 3 of gold" in finding.message


def test_lines_are_added():
    lines = lines_of(SYSTEM)
    finding = only(findings(system="\n".join(["开始 ！", "第二 行", *lines])))
    assert (finding.code, finding.value) == ("lines-shifted", -2.0)
    assert "its sentence 3 is sentence 1 of gold" in finding.message


def test_lines_in_another_order():
    lines = lines_of(SYSTEM)
    finding = only(findings(system="\n".join(lines[index] for index in (3, 0, 5, 1, 4, 2))))
    assert (finding.code, finding.value) == ("lines-shifted", None)
    assert "in another order" in finding.message


def test_other_characters():
    finding = only(findings(system=SYSTEM.replace("猫", "狗 狗")))
    assert (finding.code, finding.fix) == ("characters", "skip")
    assert finding.message.endswith("Or leave out what differs or count it against the system.")
    assert finding.message_cli.endswith("or count it against the system (--mismatch skip or count).")


@pytest.mark.parametrize("system", [SYSTEM.replace("猫", "狗 狗"), "\n".join(SYSTEM.strip().split("\n")[1:])])
@pytest.mark.parametrize("mismatch", ["skip", "count"])
def test_what_is_done_already_is_not_advised(system, mismatch):
    given = {"gold": document(GOLD, name="test.txt"), "systems": {"crf": document(system, "system", "crf.txt")}}
    (usual,), (finding,) = ([f for f in examine(**given, **more) if f.system] for more in ({}, {"mismatch": mismatch}))
    assert (finding.code, finding.value, finding.fix) == (usual.code, usual.value, None)
    assert usual.message.startswith(finding.message)
    assert "leave out" in usual.message and "leave out" not in finding.message_cli
    assert "--mismatch" in usual.message_cli and "--mismatch" not in finding.message_cli


def test_messages_for_the_browser_name_no_option(tmp_path):
    wide, narrow, traditional = "我 有 １２３ 个 。\n" * 9, "我 有 123 个 。\n" * 9, SYSTEM.replace("时", "時")
    found = [
        *findings(gold=wide, system=narrow),
        *findings(system=SYSTEM.replace("猫", "狗 狗")),
        *findings(system=traditional),
    ]
    assert {finding.fix for finding in found} >= {"nfkc", "skip"}
    for finding in found:
        assert "--" not in finding.message
        assert finding.fix is None or OPTIONS[finding.fix] in finding.message_cli
    for text, what in ((b"\x81\x81\xff\xff" * 9, "encoding"), (b"x" * 99, "limit")):
        try:
            survey(Source.from_bytes("f", text, limit=50), role="gold")
        except CwsdiagError as error:
            assert what in str(error)
            for hint in ("--", "CWSDIAG", "`limit`"):
                assert hint not in on_page(error)


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


def test_the_report_of_a_word_list_and_its_warning():
    source = Source.from_bytes("list.txt", ("我们 7\n的 3\n" + "长" * 100_001 + " 1\n").encode())
    lines = report_lines(survey(source, role="training", format="word-counts"))
    assert "  content     3 words, 100,004 characters" in lines
    assert lines[-1].startswith("  warning: list.txt: very long lines: line 3")


@pytest.fixture(scope="module")
def real_documents(real_data):
    paths = [real_data / "test.txt", *sorted((real_data / "systems").glob("*.txt"))]
    gold, *systems = [read_document(Source.from_path(path), role="gold") for path in paths]
    training = gather(open_document(Source.from_path(real_data / "train.txt"), role="training"))
    return gold, {path.stem: system for path, system in zip(paths[1:], systems, strict=True)}, training


@pytest.mark.real_data
def test_real_files_that_fit_together(real_documents):
    gold, systems, training = real_documents
    assert len(systems) == 5
    assert examine(gold=gold, systems=systems, training=training) == []


@pytest.mark.real_data
def test_real_files_that_do_not(real_documents, real_data):
    gold, systems, training = real_documents
    found = examine(gold=systems["jieba"], systems={"gold": gold}, training=training)
    assert [finding.code for finding in found] == ["swapped"]
    train = read_document(Source.from_path(real_data / "train.txt"), role="gold")
    assert [finding.code for finding in examine(gold=train, systems={}, training=training)] == ["training-as-gold"]
