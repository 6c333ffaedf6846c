"""Roles proposed for files: right where content or name tell, unsure where they do not, in any order."""

import pytest

from cwsdiag.doctor import examine
from cwsdiag.doctor.predictions import hints
from cwsdiag.doctor.roles import glimpse, propose
from cwsdiag.formats import Source, open_document
from cwsdiag.inputs import distinguished
from cwsdiag.training import gather
from tests.formats.helpers import read_document, source

NEWS = "记者 昨天 在 公园 看 了 很 久 。\n政府 决定 今年 不 出口 自行车 。\n孩子们 说 明天 去 看 那 只 猫 。\n"
OTHER = "当地 工厂 已经 生产 了 一半 铁轨 。\n没有 人 知道 我们 在 哪里 等 他 。\n他 打算 去 图书馆 门口 看 花 。\n"
TEXTS = {
    "gold.txt": NEWS,
    "crf.txt": NEWS.replace("孩子们", "孩子 们"),
    "jieba.txt": NEWS.replace("去 看", "去看"),
    "raw.txt": NEWS.replace(" ", ""),
    "train.txt": OTHER * 9,
}
PLACES_OF = {"gold.txt": "gold", "crf.txt": "system", "jieba.txt": "system", "raw.txt": "raw", "train.txt": "training"}


def proposed(texts):
    """What is proposed for texts by their names."""
    return propose({key: glimpse(source(text, key)) for key, text in texts.items()})


def places(texts):
    return {key: proposal.place for key, proposal in proposed(texts).items()}


def test_files_of_one_dataset():
    assert places(TEXTS) == PLACES_OF
    assert all(proposal.sure for proposal in proposed(TEXTS).values())


def test_one_word_a_line_is_a_prediction_and_a_list_of_other_words_a_list():
    texts = {
        "gold.txt": NEWS,
        "lines.txt": NEWS.replace(" ", "\n"),
        "vocabulary.txt": "公园\n记者\n铁轨\n图书馆\n出口\n自行车\n",
        "counts.txt": "公园 3\n记者 2\n",
    }
    found = {"gold.txt": "gold", "lines.txt": "system", "vocabulary.txt": "out", "counts.txt": "training"}
    assert places(texts) == found
    del texts["counts.txt"]
    assert places(texts)["vocabulary.txt"] == "training"


def test_part_of_the_text_and_files_that_cannot_be_read_are_left_out():
    found = proposed(TEXTS | {"part.txt": NEWS[:26], "zip.txt": b"PK\x03\x04...", "empty.csv": "word,count\n"})
    assert found["part.txt"].place == "out"
    assert "It has sentences of gold.txt, but is" in found["part.txt"].reason
    assert found["zip.txt"].place == "out"
    assert found["zip.txt"].sure


def test_development_data_is_not_training_data():
    more = {"dev.txt": OTHER * 20, "my_idioms.txt": "马到成功\n画蛇添足\n"}
    assert places(TEXTS | more) == PLACES_OF | {"dev.txt": "dev", "my_idioms.txt": "idioms"}
    without = {key: text for key, text in TEXTS.items() if key != "train.txt"}
    assert places(without | more)["dev.txt"] == "dev"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("runs/train/pku_test_gold.utf8", {"test", "gold"}),
        ("msr_training.utf8", {"training"}),
        ("我的预测.txt", {"system"}),
        ("trainer.txt", set()),
    ],
)
def test_what_names_say(name, expected):
    assert hints(name) == expected


@pytest.mark.parametrize(
    ("files", "names"),
    [
        ([], []),
        (["pku_crf_out.txt", "pku_bert_out.txt"], ["crf", "bert"]),
        (["crf.txt", "crf_big.txt"], ["crf", "crf_big"]),
        (["out.txt", "out.txt"], ["out", "out"]),
        (["新闻_分词器甲.txt", "新闻_分词器乙.txt"], ["分词器甲", "分词器乙"]),
    ],
)
def test_systems_are_called_by_what_the_names_of_their_files_do_not_share(files, names):
    assert distinguished(files) == names


@pytest.mark.real_data
@pytest.mark.parametrize("named", [True, False])
def test_real_files(real_data, named):
    """Training and test text are told from each other, and gold by its name alone."""
    paths = [real_data / "train.txt", real_data / "test.txt", *sorted((real_data / "systems").glob("*.txt"))]
    names = [path.name if named else f"{number:x}{number:x}.txt" for number, path in enumerate(paths, 10)]
    found = propose(
        {path.name: glimpse(Source.from_path(path, name=name)) for path, name in zip(paths, names, strict=True)}
    )
    expected = {path.name: ("system", named) for path in paths} | {"train.txt": ("training", True)}
    expected |= {"test.txt": ("gold", True)} if named else {}
    assert {key: (one.place, one.sure) for key, one in found.items()} == expected


def document(text, name, role="gold"):
    return read_document(source(text, name), role=role, format="words")


def training_of(text):
    return gather(open_document(source(text, "train.txt"), role="training"))


def test_gold_and_training_data_that_are_swapped_are_the_pair_that_is_suspected():
    systems = {name: document(TEXTS[f"{name}.txt"], f"{name}.txt", "system") for name in ("crf", "jieba")}
    found = examine(gold=document(OTHER * 9, "train.txt"), systems=systems, training=training_of(NEWS))
    (swapped,) = (finding for finding in found if "swapped" in finding.code)
    assert (swapped.code, swapped.file, swapped.system) == ("swapped-training", "train.txt", None)
    assert "100% of the sentences of the predictions of crf and jieba stand in train.txt" in swapped.message
    assert not [finding for finding in found if finding.system is not None]


def test_names_that_content_contradicts_are_doubted():
    swapped = {"train.txt": NEWS, "gold.txt": OTHER * 9}
    alone = proposed(swapped)
    assert {key: (one.place, one.sure) for key, one in alone.items()} == {
        "train.txt": ("training", False),
        "gold.txt": ("gold", True),
    }
    assert alone["train.txt"].reason == "Other sentences than gold.txt, 0.1 times as long."
    told = proposed(swapped | {"crf_output.txt": TEXTS["crf.txt"]})
    assert {key: (one.place, one.sure) for key, one in told.items()} == {
        "train.txt": ("gold", False),
        "gold.txt": ("training", False),
        "crf_output.txt": ("system", True),
    }
    assert told["train.txt"].reason.endswith("but as training data.")
    # Gold of another text beside a test text whose names fit is no training data.
    other = {"other_gold.txt": OTHER * 9, "train.txt": "甲 乙 丙 丁 戊 己 庚 辛\n" * 9}
    assert places(TEXTS | other) == PLACES_OF | {"other_gold.txt": "out"}


def test_training_data_with_the_test_text_is_swapped_with_nothing():
    """Whoever trained on the test text too has a prediction of other characters: no sign that the two are swapped."""
    systems = {"crf": document(NEWS.replace("猫", "狗"), "crf.txt", "system")}
    found = examine(gold=document(NEWS, "gold.txt"), systems=systems, training=training_of(OTHER * 9 + NEWS * 2))
    assert {finding.code for finding in found} == {"training-as-gold", "characters"}


def test_a_raw_text_fits_or_names_the_places():
    gold, crf = document(NEWS, "gold.txt"), document(TEXTS["crf.txt"], "crf.txt", "system")
    raw = document(TEXTS["raw.txt"], "raw.txt")
    assert not [f for f in examine(gold=gold, systems={"crf": crf}, raw=[raw]) if f.file == "raw.txt"]
    wrong = document(NEWS.replace("只 猫", "只 狗"), "gold.txt")
    (differs,) = (f for f in examine(gold=wrong, systems={"crf": crf}, raw=[raw]) if f.code == "raw-differs")
    assert (differs.severity, differs.fix) == ("warning", None)
    for said in (
        "1 of 2 files have other characters than this raw text",
        "gold: 1 place, the first in sentence 3, character 11: ",
        "which fits crf.",
    ):
        assert said in differs.message
