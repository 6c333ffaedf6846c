"""Generated corpora: gold, systems over the same characters, and training data of every kind."""

from hypothesis import strategies as st

# Few characters, so that words recur; two of them beyond the basic plane.
ALPHABET = "中国人民a１𠮷😀"


words = st.text(ALPHABET, min_size=1, max_size=5)
sentences = st.lists(words, max_size=8)


def corpora(*, min_words=1):
    """Corpora that may have empty sentences, but not only those."""
    return st.lists(sentences, min_size=1, max_size=6).filter(lambda corpus: sum(map(len, corpus)) >= min_words)


@st.composite
def resegmented(draw, corpus):
    """Another segmentation of the same characters, with line breaks of its own."""
    text = "".join(word for sentence in corpus for word in sentence)
    gold_ends = set()
    position = 0
    for sentence in corpus:
        for word in sentence:
            position += len(word)
            gold_ends.add(position)
    # Systems that are nearly right are more telling than random cuts.
    flipped = draw(st.sets(st.integers(1, max(1, len(text) - 1)), max_size=max(1, len(text) // 3)))
    ends = sorted(end for end in (gold_ends ^ flipped) | {len(text)} if 0 < end <= len(text))
    cut = [text[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    breaks = draw(st.sets(st.integers(1, len(cut)), max_size=4)) | {len(cut)}
    lines, line = [], []
    for number, word in enumerate(cut, start=1):
        line.append(word)
        if number in breaks:
            lines.append(line)
            line = []
    return lines


@st.composite
def damaged(draw, corpus):
    """Another segmentation of a corpus, with characters deleted, inserted and replaced."""
    words = [word for line in draw(resegmented(corpus)) for word in line]
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(words) - 1))
        word = words[place]
        at = draw(st.integers(0, len(word)))
        # A word of one character that is deleted is gone; another inserts into a word, or replaces.
        words[place] = word[:at] + draw(st.sampled_from(["", "中", "乙", "Xb"])) + word[at + draw(st.integers(0, 1)) :]
        words = [word for word in words if word] or ["乙"]
    return [words]


trainings = st.one_of(
    st.none(),
    corpora(),
    st.dictionaries(words, st.integers(1, 9), min_size=1, max_size=12),
    st.sets(words, min_size=1, max_size=12),
)


@st.composite
def cases(draw):
    """Gold, up to three systems (one of them equal to gold), training data or None."""
    gold = draw(corpora())
    systems = {f"system {i}": draw(resegmented(gold)) for i in range(draw(st.integers(0, 2)))}
    return gold, {**systems, "gold itself": gold}, draw(trainings)
