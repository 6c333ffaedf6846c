"""Small segmented texts to learn from and to cut."""

from hypothesis import strategies as st

from cwsdiag.text import Segmentation, text_of

CHARACTERS = "一二三四五"


def segmentation(sentences, name="train.txt"):
    words = [word for sentence in sentences for word in sentence]
    return Segmentation(name, *text_of(words, [len(sentence) for sentence in sentences]))


def sentences_of(*, characters=CHARACTERS, words=3, length=2, most=4):
    """Sentences of at most ``words`` words of at most ``length`` characters."""
    word = st.text(characters, min_size=1, max_size=length)
    return st.lists(st.lists(word, min_size=1, max_size=words), min_size=1, max_size=most)


def stored(folder):
    """The files of models in a cache folder, the oldest first."""
    return sorted(folder.glob("models/**/output.pkl"), key=lambda path: path.stat().st_mtime_ns)


def many(count=60, seed=0):
    """Sentences with some order in them, so that there is something to learn and something to get wrong."""
    import random

    rng = random.Random(seed)
    lexicon = ["我们", "他", "喜欢", "学习", "北京", "北京大学", "大学生", "在", "分词", "学", "生", "京", "的", "好"]
    return [[rng.choice(lexicon) for _ in range(rng.randint(2, 9))] for _ in range(count)]
