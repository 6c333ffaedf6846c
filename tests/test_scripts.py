"""Texts of other languages than Chinese: they are read and scored, and what is Chinese alone is switched off."""

import pytest

import cwsdiag
from cwsdiag.doctor import examine
from cwsdiag.doctor.predictions import different_scripts
from cwsdiag.errors import SettingError
from cwsdiag.formats import Source
from cwsdiag.formats.base import language_of
from tests.formats.helpers import read_document

# By language: what stands between words, and a few sentences.
TEXTS = {
    "ja": (
        " ",
        ["私 は 東京 に 住ん で い ます 。", "昨日 図書館 で 本 を 読み まし た 。", "彼女 は 歌 が 好き 。"],
    ),
    "th": ("|", ["ฉัน|กิน|ข้าว|ที่|บ้าน", "วันนี้|อากาศ|ร้อน|มาก", "เขา|ทำ|น้ำ|หก"]),
    "lo": ("/", ["ຂ້ອຍ/ກິນ/ເຂົ້າ/ຢູ່/ເຮືອນ", "ມື້ນີ້/ອາກາດ/ຮ້ອນ/ຫຼາຍ", "ລາວ/ດື່ມ/ນ້ຳ"]),
    "km": ("\u200b", ["ខ្ញុំ​ទៅ​ផ្សារ​ជាមួយ​ម្តាយ​។", "ថ្ងៃនេះ​អាកាសធាតុ​ក្តៅ​ណាស់​។", "គាត់​អាន​សៀវភៅ​។"]),
    "my": (" ", ["ကျွန်တော် ထမင်း စား တယ် ။", "ဒီနေ့ ရာသီဥတု ပူ တယ် ။", "သူ စာအုပ် ဖတ် နေ တယ် ။"]),
    "bo": (" ", ["ང་ བོད་ཡིག་ སློབ་སྦྱོང་ བྱེད་ ཀྱི་ཡོད །", "ཁོང་ ལྷ་ས་ ལ་ ཕེབས་ སོང་ །", "དེབ་ འདི་ ཡག་པོ་ རེད །"]),
    "vi": ("|", ["Tôi|là|sinh viên|đại học|.", "Hôm nay|trời|rất|đẹp|.", "Cô ấy|thích|đọc|sách|."]),
}
WHITE = dict.fromkeys(map(ord, " "))


def words_of(line, separator):
    return [word.translate(WHITE) for word in line.split(separator)]


@pytest.fixture(params=TEXTS)
def written(request):
    """Return the language, the file, and its words, sentence by sentence."""
    separator, lines = TEXTS[request.param]
    source = Source.from_bytes("gold.txt", "".join(f"{line}\n" for line in lines).encode())
    return request.param, source, [words_of(line, separator) for line in lines]


def test_they_are_read_and_scored(written):
    language, gold, sentences = written
    words = [word for sentence in sentences for word in sentence]
    # The second system has the last two words of the text as one.
    merged = [*sentences[:-1], [*sentences[-1][:-2], "".join(sentences[-1][-2:])]]
    dataset = cwsdiag.load(gold=gold, systems={"gold": sentences, "merged": merged}, training=gold)
    assert dataset.gold.surfaces() == words
    assert dataset.gold.text.chars == "".join(words)
    assert language_of(dataset.gold.text.chars).key == language
    same, other = cwsdiag.score_systems(dataset)
    assert same.f1 == 1.0
    assert other.f1 == 2 * (len(words) - 2) / (2 * len(words) - 1)


def test_they_are_not_converted_to_simplified_characters(written):
    _language, gold, sentences = written
    with pytest.raises(SettingError, match=r"gold\.txt: t2s converts Chinese characters, and this text is "):
        cwsdiag.load(gold=gold, systems={"same": sentences}, normalise=["t2s"])
    text = "".join(map("".join, sentences))
    assert not different_scripts(text + "说话这个们", text + "說話這個們")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "abc 123",
        "东京のホテル有我们都知道的好处和坏处以及价格",
        "日本語学校",
        "한국어",
    ],
)
def test_what_is_not_plain_is_taken_for_chinese(text):
    assert language_of(text) is None


def document(*sentences):
    lines = "".join(" ".join(words) + "\n" for words in sentences)
    return read_document(Source.from_bytes("a.txt", lines.encode()), role="gold", format="words")


def test_cut_characters_are_said_of_gold_and_of_each_system():
    gold, system = document(["น้ำ", "ใส"]), document(["น", "้ำ", "ใ", "ส"], ["น", "้ำ"])
    (found,) = (one for one in examine(gold=gold, systems={"crf": system}) if one.code == "cut-character")
    assert (found.severity, found.system) == ("warning", "crf")
    assert "2 word boundaries cut" in found.message and "the first in sentence 1 between น and ้ำ" in found.message
