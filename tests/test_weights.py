"""Files of difficulties: what is written is read back, and what does not fit gold is refused by name."""

import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.dataset import with_weights
from cwsdiag.errors import FormatError, ReadError, SettingError
from cwsdiag.formats import Source
from cwsdiag.weights import ENDINGS, Weights, of_committee, read_weights, weights_bytes, write_weights
from tests.corpora import corpora

SENTENCES = [["我们", "喜欢", "分词"], ["你", "好"]]
GOLD = cwsdiag.load(gold=SENTENCES).gold
VALUES = [0.25, 0.5, 1.0, 0.0, 0.1]
WEIGHT = "0.25 0.5 1\n0 0.1\n"
WEIGHT_C = "0.25 0.25 0.5 0.5 1 1\n0 0.1\n"
TABLE = (
    "word,sentence,start,end,d,votes,members,wrong,committee\n"
    "我们,1,0,2,0.25,1,4,0x10,four\n"
    "喜欢,1,2,4,0.5,2,4,0x90,four\n"
    "分词,1,4,6,1,4,4,0xf0,four\n"
    "你,2,6,7,0,0,4,0x00,four\n"
    "好,2,7,8,0.25,1,4,0x80,four\n"
)
WRONG = np.array([[0, 1, 1, 0, 1], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [1, 1, 1, 0, 0]], dtype=bool)


def read(ending, text, gold=GOLD):
    data = text if isinstance(text, bytes) else text.encode()
    return read_weights(Source.from_bytes(f"w{ending}", data), gold)


@st.composite
def committees(draw):
    gold = cwsdiag.load(gold=draw(corpora())).gold
    members = draw(st.integers(1, 20))
    size = members * len(gold)
    bits = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    name = draw(st.text("委员会 a,\"'=1\t#", min_size=1, max_size=8)).strip() or "x"
    return gold, of_committee(np.array(bits, dtype=bool).reshape(members, len(gold)), committee=name)


@given(committees(), st.sampled_from(ENDINGS))
def test_what_is_written_is_read_back(tmp_path_factory, case, ending):
    gold, weights = case
    path = tmp_path_factory.mktemp("weights") / f"w{ending}"
    write_weights(weights, gold, path)
    found = read_weights(path, gold)
    assert found.values.tolist() == weights.values.tolist()
    assert (len(found), len(found.digest), found.name) == (len(gold), 64, str(path))
    if ending == ".csv":
        assert found.members == weights.members
        assert found.votes.tolist() == weights.votes.tolist()
        assert found.wrong.tolist() == weights.wrong.tolist()
        assert found.committee.replace("\\t", "\t") == weights.committee
    else:
        assert (found.votes, found.members, found.wrong, found.committee) == (None, None, None, f"w{ending}")


def test_the_files_of_the_authors():
    for ending, text in ((".weight", WEIGHT), (".weight_c", WEIGHT_C)):
        assert read(ending, text).values.tolist() == VALUES
    written = weights_bytes(Weights(np.array(VALUES), None, None, None, "x", ""), GOLD, ".weight_c")
    assert written == b"0.25 0.25 0.5 0.5 1.0 1.0\n0.0 0.1\n"


def test_a_table_needs_five_columns_and_takes_others():
    frame = pd.read_csv(io.StringIO(TABLE))
    short = frame[["end", "d", "start", "word", "sentence"]].assign(mine=1)
    found = read(".csv", short.to_csv(index=False))
    assert (found.values.tolist()[2], found.votes, found.committee) == (1.0, None, "w.csv")


MISFITS = [
    (".weight", "0.25 0.5\n0 0.1\n", "line 1: 2 numbers for the 3 words of sentence 1"),
    (".weight", "0.25 0.5 1\n\n0 0.1 1\n", "line 3: 3 numbers for the 2 words of sentence 2 of gold, '你 好'"),
    (".weight", WEIGHT + "1\n", "3 lines with numbers for the 2 sentences"),
    (".weight", "0.25 0.5 1\n0 1.5\n", r"line 2: sentence 2, word 2 \(好\) has '1.5': .* from 0 to 1"),
    (".weight_c", WEIGHT, "line 1: 3 numbers for the 6 characters of sentence 1"),
    (".weight_c", WEIGHT_C.replace("0.5 0.5", "0.5 0.6"), r"word 2 \(喜欢\) has characters .*, 0.5 and 0.6"),
    (".csv", TABLE.replace("start", "begin"), "no column start"),
    (".csv", TABLE.replace("喜欢", "讨厌"), r"row 2: word 讨厌 .* gold has sentence 1, word 2 \(喜欢\), start 2 end 4"),
    (".csv", TABLE + "好,2,8,9,0,0,4,0x00,four\n", "6 rows for the 5 words"),
    (".csv", TABLE.replace("0.5,2,", "0.5,3,"), "row 2: .* has '3' votes of 4 and d '0.5'"),
    (".csv", TABLE.replace("members", "mebmers"), "votes need the column members"),
    (".csv", TABLE.replace(",4,0x", ",1e18,0x"), "the same whole number"),
    (".csv", TABLE.replace("0x90", "0x80"), "row 2: .* has the members '0x80' wrong"),
    (".csv", TABLE.replace("0x90", "0x9"), "row 2: .* not 2 hexadecimal digits"),
    (".csv", TABLE.replace("0x00,four", "0x00,five"), "several committees, such as five, four"),
    (".csv", TABLE.replace("0x00,four", "0x00"), "row 4: 8 fields, but the heading has 9"),
    (".csv", "\n\n", "no column word, sentence, start, end, d"),
]


@pytest.mark.parametrize(("ending", "text", "message"), MISFITS)
def test_what_does_not_fit_is_refused_by_place(ending, text, message):
    with pytest.raises(FormatError, match=message) as refused:
        read(ending, text)
    said = str(refused.value)
    assert said.startswith(f"w{ending}")
    assert len(said.split("\n")) <= 10 and said.endswith(".")


def test_other_endings_files_and_texts_are_refused(tmp_path):
    weights, short = of_committee(WRONG, committee="x"), of_committee(WRONG[:, :4], committee="x")
    with pytest.raises(SettingError, match=r"\.weight, \.weight_c, \.csv\."):
        read_weights(Source.from_bytes("w.weight.zip", b"0"), GOLD)
    with pytest.raises(SettingError, match="ending"):
        write_weights(weights, GOLD, tmp_path / "weights")
    with pytest.raises(ReadError, match="no such file"):
        read_weights(tmp_path / "w.csv", GOLD)
    with pytest.raises(ReadError, match="cannot be written"):
        write_weights(weights, GOLD, tmp_path / "no" / "w.csv")
    with pytest.raises(SettingError, match="4 weights for the 5 words"):
        with_weights(cwsdiag.load(gold=SENTENCES), short)
    with pytest.raises(SettingError, match="4 weights"):
        write_weights(short, GOLD, tmp_path / "w.csv")
    with pytest.raises(ValueError, match="member"):
        of_committee(np.empty((0, 5), dtype=bool), committee="nobody")


def test_load_takes_weights_and_the_signature_names_them(tmp_path):
    path = tmp_path / "w.csv"
    path.write_text(TABLE, encoding="utf-8")
    for given_weights in (read_weights(path, GOLD), path, str(path)):
        dataset = cwsdiag.load(gold=SENTENCES, systems={"s": SENTENCES}, weights=given_weights)
        assert dataset.difficulty.votes.tolist() == [1, 2, 4, 0, 1]
    signature = cwsdiag.diagnose(dataset, resamples=5).signature
    assert f" | weights:{dataset.difficulty.digest[:12]}(four) | " in signature
