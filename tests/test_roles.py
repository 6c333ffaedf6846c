"""Roles proposed for files: right where content or name tell, unsure where they do not, in any order."""

import gzip
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.doctor import examine
from cwsdiag.doctor.measures import hints
from cwsdiag.doctor.roles import PLACES, SAMPLE, RoleProposal, glimpse, propose, same_text
from cwsdiag.folders import sample_project
from cwsdiag.formats import Source, open_document
from cwsdiag.formats.document import read_document
from cwsdiag.inputs import distinguished
from cwsdiag.training import gather

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


def looked(texts, names=None):
    """Return looks at texts by their own names, each file called as ``names`` says."""
    return {
        key: glimpse(Source.from_bytes((names or {}).get(key, key), text if isinstance(text, bytes) else text.encode()))
        for key, text in texts.items()
    }


def nameless(keys):
    return {key: f"{number:x}{number:x}.txt" for number, key in enumerate(sorted(keys), 10)}


def places(glimpses, chosen=None):
    return {key: proposal.place for key, proposal in propose(glimpses, chosen).items()}


def test_files_of_one_dataset():
    found = propose(looked(TEXTS))
    assert {key: proposal.place for key, proposal in found.items()} == PLACES_OF
    assert all(proposal.sure for proposal in found.values())


@pytest.mark.parametrize("seed", range(20))
def test_neither_the_order_nor_the_keys_matter(seed):
    draw = random.Random(seed)
    pool = {
        **TEXTS,
        "words.txt": "公园 3\n记者 2\n",
        "dev.txt": OTHER.replace("他", "她"),
        "broken.txt": b"\x00\x01",
        "test.txt": NEWS.replace("公园 看", "公园看"),
        "part.txt": NEWS[:20],
        "big.txt": OTHER * 30,
    }
    keys = draw.sample(sorted(pool), draw.randint(1, len(pool)))
    names = nameless(pool) if seed % 2 else {}
    glimpses = looked({key: pool[key] for key in keys}, names)
    shuffled = draw.sample(keys, len(keys))
    assert propose({key: glimpses[key] for key in shuffled}) == propose(glimpses)
    rekeyed = {f"{draw.random()} {key}": glimpses[key] for key in keys}
    found = propose(rekeyed)
    assert {key.split(" ")[1]: found[key].place for key in found} == places(glimpses)
    for place in ("gold", "training"):
        assert list(places(glimpses).values()).count(place) <= 1
    assert set(places(glimpses).values()) <= set(PLACES)


def test_without_names_content_tells_all_but_gold():
    found = propose(looked(TEXTS, nameless(TEXTS)))
    texts = {"gold.txt", "crf.txt", "jieba.txt"}
    assert {key: proposal.place for key, proposal in found.items()} == PLACES_OF | dict.fromkeys(texts, "system")
    assert {key for key, proposal in found.items() if not proposal.sure} == texts


def test_two_texts_alone():
    found = propose(looked({"a.txt": NEWS, "b.txt": OTHER * 9}))
    assert {key: (proposal.place, proposal.sure) for key, proposal in found.items()} == {
        "a.txt": ("gold", False),
        "b.txt": ("training", True),
    }
    assert propose(looked({"a.txt": NEWS}))["a.txt"].sure is False


@given(sentences=st.integers(1, 60), shared=st.integers(0, 2))
def test_only_what_is_plainly_training_data_is_taken_as_such(sentences, shared):
    """Plainly by hand: at least twice as many characters as gold, without its sentences, or named so."""
    draw = random.Random(sentences)
    words = [draw.choices("天地玄黄宇宙洪荒", k=draw.randint(1, 3)) for _ in range(4 * sentences)]
    others = [" ".join(map("".join, words[place : place + 4])) for place in range(0, len(words), 4)]
    text = "\n".join([*NEWS.splitlines()[:shared], *others]) + "\n"
    times = len("".join(text.split())) / len("".join(NEWS.split()))
    glimpses = looked({"gold.txt": NEWS, "crf.txt": TEXTS["crf.txt"], "more.txt": text})
    if same_text(glimpses["gold.txt"], glimpses["more.txt"]):
        return
    found = propose(glimpses)["more.txt"]
    assert (found.place, found.sure) == (("training", True) if times >= 2 else ("out", False))
    glimpses = looked({"gold.txt": NEWS, "crf.txt": TEXTS["crf.txt"], "train.txt": text})
    assert propose(glimpses)["train.txt"].place == "training"


def test_of_what_may_be_development_data_somebody_is_asked():
    dev = OTHER.replace("他", "她")
    found = propose(looked(TEXTS | {"train.txt": OTHER * 9, "part2.txt": dev}))
    assert found["train.txt"].place == "training"
    without = {key: text for key, text in TEXTS.items() if key != "train.txt"}
    found = propose(looked(without | {"part2.txt": dev}))
    assert (found["part2.txt"].place, found["part2.txt"].sure) == ("out", False)
    assert found["part2.txt"].reason == "Other sentences than gold.txt, 1.1 times as long."
    found = propose(looked(TEXTS | {"other_gold.txt": dev}))
    assert found["other_gold.txt"].reason == "Another gold file, with other sentences than gold.txt."


def test_what_is_chosen_stays():
    glimpses = looked(TEXTS)
    found = propose(glimpses, {"train.txt": "gold", "gold.txt": "training"})
    assert (found["train.txt"].place, found["gold.txt"].place) == ("gold", "training")
    found = propose(glimpses, {"crf.txt": "gold"})
    assert {key for key, proposal in found.items() if proposal.place == "gold"} == {"crf.txt"}
    found = propose(looked(TEXTS, nameless(TEXTS)), {"crf.txt": "gold"})
    assert found["crf.txt"] == RoleProposal("gold")
    assert all(proposal.sure for proposal in found.values()), "once gold is known, the others are predictions"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_are_no_other_text(encoding, ends):
    changed = NEWS.replace("去 看", "去看").replace("\n", ends).encode(encoding)
    assert places(looked(TEXTS | {"jieba.txt": changed})) == PLACES_OF


def test_other_line_breaks_width_and_script_are_no_other_text():
    import opencc

    for changed in (
        NEWS.replace("。\n", "。 "),
        NEWS.replace("久", "10"),
        opencc.OpenCC("s2t").convert(NEWS.replace("去 看", "去看")),
    ):
        texts = TEXTS | {"gold.txt": NEWS.replace("久", "１０"), "jieba.txt": changed}
        assert places(looked(texts)) == PLACES_OF


def test_one_word_a_line_is_a_prediction_and_a_list_of_other_words_a_list():
    lines = NEWS.replace(" ", "\n")
    vocabulary = "公园\n记者\n铁轨\n图书馆\n出口\n自行车\n"
    texts = {"gold.txt": NEWS, "lines.txt": lines, "vocabulary.txt": vocabulary, "counts.txt": "公园 3\n记者 2\n"}
    assert places(looked(texts)) == {
        "gold.txt": "gold",
        "lines.txt": "system",
        "vocabulary.txt": "out",
        "counts.txt": "training",
    }
    del texts["counts.txt"]
    assert places(looked(texts))["vocabulary.txt"] == "training"
    raw = {"gold.txt": NEWS, "short.txt": "".join(f"{line.replace(' ', '')}\n" for line in NEWS.split("\n"))}
    assert places(looked(raw))["short.txt"] == "raw"


def test_part_of_the_text_and_files_that_cannot_be_read_are_left_out():
    found = propose(looked(TEXTS | {"part.txt": NEWS[:26], "zip.txt": b"PK\x03\x04...", "empty.csv": "word,count\n"}))
    assert found["part.txt"].place == "out"
    assert "It has sentences of gold.txt, but is" in found["part.txt"].reason
    assert found["zip.txt"].place == "out"
    assert found["zip.txt"].sure


def test_development_data_is_not_training_data():
    found = propose(looked(TEXTS | {"dev.txt": OTHER * 20}))
    assert (found["train.txt"].place, found["dev.txt"].place) == ("training", "dev")
    without = {key: text for key, text in TEXTS.items() if key != "train.txt"}
    assert places(looked(without | {"dev.txt": OTHER * 20}))["dev.txt"] == "dev"
    assert places(looked(TEXTS | {"my_idioms.txt": "马到成功\n画蛇添足\n"})) == PLACES_OF | {"my_idioms.txt": "idioms"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("runs/train/pku_test_gold.utf8", {"test", "gold"}),
        ("msr_training.utf8", {"training"}),
        ("golden-retriever.txt", set()),
        ("我的预测.txt", {"system"}),
        ("reference.key.txt", {"gold"}),
        ("trainer.txt", set()),
        ("held-out.txt", set()),
        ("pku.holdout.txt", set()),
        ("crf_out.txt", {"system"}),
    ],
)
def test_what_names_say(name, expected):
    assert hints(name) == expected


@pytest.mark.parametrize(
    ("files", "names"),
    [
        ([], []),
        (["pku_crf.txt"], ["pku_crf"]),
        (["pku_crf_out.txt", "pku_bert_out.txt"], ["crf", "bert"]),
        (["msr.crf.seg.txt", "msr.max match.seg.txt", "msr.jieba.seg.txt"], ["crf", "max match", "jieba"]),
        (["first.txt", "second.seg.txt"], ["first", "second.seg"]),
        (["crf.txt", "crf_big.txt"], ["crf", "crf_big"]),
        (["pku_crf.txt", "pku_crf_big.txt"], ["crf", "crf_big"]),
        (["crf_1.txt", "crf_2.txt"], ["crf_1", "crf_2"]),
        (["crf/out.txt", "jieba/out.txt"], ["crf", "jieba"]),
        (["runs/crf/out.txt", "runs/jieba/out.txt"], ["crf", "jieba"]),
        (["out.txt", "out.txt"], ["out", "out"]),
        (["新闻_分词器甲.txt", "新闻_分词器乙.txt"], ["分词器甲", "分词器乙"]),
    ],
)
def test_systems_are_called_by_what_the_names_of_their_files_do_not_share(files, names):
    assert distinguished(files) == names


@given(st.lists(st.lists(st.sampled_from(["pku", "crf", "x", "7"]), min_size=1, max_size=4).map("_".join), max_size=4))
def test_what_is_cut_of_names_is_the_same_of_all(names):
    """By hand: word by word from both ends, as long as all have the same word there and each keeps one."""
    words = [name.split("_") for name in names]
    while len(names) > 1 and len({one[0] for one in words}) == 1 and min(map(len, words)) > 1:
        words = [one[1:] for one in words]
    while len(names) > 1 and len({one[-1] for one in words}) == 1 and min(map(len, words)) > 1:
        words = [one[:-1] for one in words]
    cut = ["_".join(one) for one in words]
    telling = all(set(name) - set("7_") for name in cut) and len(set(names)) == len(names)
    if len(set(names)) == len(names):
        assert distinguished([f"{name}.txt" for name in names]) == (cut if telling else names)


def test_a_look_reads_the_beginning_only(monkeypatch):
    read = []
    chunks = Source.chunks

    def watched(self, *arguments, **named):
        for piece in chunks(self, *arguments, **named):
            read.append(len(piece))
            yield piece

    monkeypatch.setattr(Source, "chunks", watched)
    large = (OTHER * 200_000).encode()
    seen = glimpse(Source.from_bytes("large.txt", large))
    assert sum(read) < 3_000_000 < len(large)
    assert len(seen.sample) == SAMPLE
    assert seen.characters == pytest.approx(200_000 * len("".join(OTHER.split())), rel=0.1)


def test_a_packed_prediction_is_of_the_same_text_as_its_gold_however_large():
    large = "".join(f"{number} {sentence}\n" for number in range(12_000) for sentence in NEWS.split("\n")[:2])
    packed = gzip.compress(large.replace("公园 看", "公园看").encode())
    glimpses = looked({"gold.txt": large, "crf.txt.gz": packed, "train.txt": OTHER * 30_000})
    assert len(packed) < len(large) / 8
    assert glimpses["crf.txt.gz"].characters == pytest.approx(glimpses["gold.txt"].characters, rel=0.1)
    assert glimpses["crf.txt.gz"].characters == pytest.approx(len("".join(large.split())), rel=0.1)
    assert places(glimpses) == {"gold.txt": "gold", "crf.txt.gz": "system", "train.txt": "training"}


@pytest.mark.parametrize("others", [{}, {"msr_training.utf8": OTHER * 9}])
def test_a_raw_text_without_gold_is_raw(others):
    found = propose(looked({"msr_test.utf8": NEWS.replace(" ", ""), **others}))
    assert found.pop("msr_test.utf8") == RoleProposal("raw")
    assert {proposal.place for proposal in found.values()} <= {"training"}


def test_stretches_are_counted_as_by_hand():
    one, other = looked({"a": NEWS, "b": NEWS.replace("猫", "狗")}).values()

    def by_hand(text):
        chars = "".join(text.split())
        return {chars[start : start + 8] for start in range(len(chars) - 7)}

    ours, theirs = by_hand(NEWS), by_hand(NEWS.replace("猫", "狗"))
    assert one.shared_with(other) == pytest.approx(len(ours & theirs) / min(len(ours), len(theirs)))
    assert same_text(one, other)


@pytest.mark.parametrize("dataset", ["news/first", "news/second", "microblog/first", "microblog/second"])
@pytest.mark.parametrize("named", [True, False])
def test_the_files_of_the_sample(dataset, named):
    if dataset == "news/first" and not named:
        pytest.skip("its training text is smaller than its test text: only its name tells")
    texts = (sample_project().parent / dataset).iterdir()
    check_folder(sorted(path for path in texts if path.name not in ("documents.txt", "labels.csv")), named=named)


@pytest.mark.real_data
@pytest.mark.parametrize("named", [True, False])
def test_real_files(real_data: Path, named):
    paths = [real_data / "train.txt", real_data / "test.txt", *sorted((real_data / "systems").glob("*.txt"))]
    check_folder(paths, named=named)


def check_folder(paths, *, named):
    """Hold that training, difficulties and the test text are told from each other, and gold by its name alone."""
    glimpses = {path.name: glimpse(Source.from_path(path, name=path.name)) for path in paths}
    if not named:
        # The ending alone says what a file of difficulties is.
        glimpses = {
            key: replace(seen, name=f"{number:x}{number:x}.txt")
            for number, (key, seen) in enumerate(glimpses.items(), 10)
        }
    expected = dict.fromkeys(glimpses, "system") | {"train.txt": "training"}
    expected |= {"test.txt": "gold"} if named else {}
    expected |= {"difficulty.csv.gz": "weights"} if "difficulty.csv.gz" in glimpses else {}
    found = propose(glimpses)
    assert {key: proposal.place for key, proposal in found.items()} == expected
    unsure = {key for key, place in expected.items() if place in ("system", "gold") and not named}
    assert {key for key, proposal in found.items() if not proposal.sure} == unsure


def document(text, name, role="gold"):
    return read_document(Source.from_bytes(name, text.encode()), role=role, format="words")


def training_of(text):
    return gather(open_document(Source.from_bytes("train.txt", text.encode()), role="training"))


def test_gold_and_training_data_that_are_swapped_are_the_pair_that_is_suspected():
    systems = {name: document(TEXTS[f"{name}.txt"], f"{name}.txt", "system") for name in ("crf", "jieba")}
    found = examine(gold=document(OTHER * 9, "train.txt"), systems=systems, training=training_of(NEWS))
    (swapped,) = (finding for finding in found if "swapped" in finding.code)
    assert (swapped.code, swapped.file, swapped.value, swapped.system) == ("swapped-training", "train.txt", 1.0, None)
    assert "100% of the sentences of the predictions of crf and jieba stand in train.txt" in swapped.message
    assert not [finding for finding in found if finding.system is not None]


def test_names_that_content_contradicts_are_doubted():
    alone = propose(looked({"train.txt": NEWS, "gold.txt": OTHER * 9}))
    assert {key: (one.place, one.sure) for key, one in alone.items()} == {
        "train.txt": ("training", False),
        "gold.txt": ("gold", True),
    }
    times = 9 * len("".join(OTHER.split())) / len("".join(NEWS.split()))
    assert alone["train.txt"].reason == f"Other sentences than gold.txt, {1 / times:.1f} times as long."
    crf = {"crf_output.txt": TEXTS["crf.txt"]}
    told = propose(looked({"train.txt": NEWS, "gold.txt": OTHER * 9} | crf))
    assert {key: (one.place, one.sure) for key, one in told.items()} == {
        "train.txt": ("gold", False),
        "gold.txt": ("training", False),
        "crf_output.txt": ("system", True),
    }
    assert told["gold.txt"].reason == f"Other sentences than train.txt, {times:.1f} times as long."
    assert told["train.txt"].reason.endswith("but as training data.")
    # Gold of another text beside a test text whose names fit is no training data.
    assert places(looked(TEXTS | {"other_gold.txt": OTHER * 9, "train.txt": "甲 乙 丙 丁 戊 己 庚 辛\n" * 9})) == (
        PLACES_OF | {"other_gold.txt": "out"}
    )


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
    assert (differs.severity, differs.value, differs.fix) == ("warning", 1.0, None)
    assert "1 of 2 files have other characters than this raw text" in differs.message
    assert "gold: 1 place, the first in sentence 3, character 11: " in differs.message
    assert (
        "raw text 孩子们说明天去看那只[猫]" in "".join(differs.message.split("看那只")[0:1])
        or "[猫]" in differs.message
    )
    assert "which fits crf." in differs.message
    wide = document(NEWS.replace("久", "１０"), "gold.txt")
    half = document(TEXTS["raw.txt"].replace("久", "10"), "raw.txt")
    (width,) = (f for f in examine(gold=wide, systems={}, raw=[half]) if f.code == "raw-differs")
    assert width.fix == "nfkc"


def test_a_system_called_gold_hides_no_gold():
    raw, wrong = document(TEXTS["raw.txt"], "raw.txt"), document(NEWS.replace("只 猫", "只 狗"), "gold.txt")
    system = document(TEXTS["crf.txt"], "crf.txt", "system")
    (differs,) = (f for f in examine(gold=wrong, systems={"gold": system}, raw=[raw]) if f.file == "raw.txt")
    assert (differs.code, differs.value) == ("raw-differs", 1.0)
    assert "1 of 2 files have other characters than this raw text" in differs.message
