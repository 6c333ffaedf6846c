"""Make the segmented files, the predictions and the difficulties of the sample from its annotated sentences.

    python sample_data/build.py            # everything; needs cwsdiag, and for predictions python-crfsuite, jieba,
                                           # wapic and wapic-cws-model

`GUIDELINES.md` says what the marks mean, `README.md` what is made.
"""

from __future__ import annotations

import argparse
import gzip
import logging
import re
import tempfile
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
MARKS = "^=+~"
# The marks at which a criterion puts a word boundary; at the others it joins.
CRITERIA = {"first": "^+", "second": "=~"}
DATASETS = ("news", "microblog")
# What stands before the genre and subject of a document, in texts that say where one begins.
HEADING = "% "

# How many members the committees have whose difficulties are shipped.
MEMBERS = 50

Words = list[str]
Segmenter = Callable[[str], Words]
# A text under a criterion: one sample.
Sample = tuple[str, str]
SAMPLES: list[Sample] = [(dataset, criterion) for dataset in DATASETS for criterion in CRITERIA]
# The one sample with all of its test sentences; the others have the first 100.
WHOLE: Sample = ("news", "first")


def annotated(dataset: str, split: str) -> list[str]:
    """Return the annotated sentences of a dataset's split."""
    return [line for line in _lines(dataset, split) if not line.startswith(HEADING)]


def documents(dataset: str) -> list[tuple[str, int]]:
    """Return the documents of a dataset's test text: genre and subject, and how many sentences each has."""
    sizes: dict[str, int] = {}
    for line in _lines(dataset, "test"):
        if line.startswith(HEADING):
            name = line.removeprefix(HEADING)
        sizes[name] = sizes.get(name, -1) + 1
    return list(sizes.items())


def _lines(dataset: str, split: str) -> list[str]:
    sources = sorted((HERE / "source").glob(f"{dataset}-*.{split}.txt"))
    return [line for source in sources for line in source.read_text(encoding="utf-8").splitlines()]


def segment(line: str, criterion: str) -> Words:
    """Return the words of an annotated sentence under a criterion."""
    splits = CRITERIA[criterion]
    joins = "".join(mark for mark in MARKS if mark not in splits)
    line = re.sub(f"[{re.escape(joins)}]", "", line)
    return re.sub(f"[{re.escape(splits)}]", " ", line).split()


def maximum_matching(training: list[Words]) -> Segmenter:
    """Return forward maximum matching with the words of the training data."""
    words = {word for sentence in training for word in sentence}
    longest = max(map(len, words))

    def predict(text: str) -> Words:
        found, start = [], 0
        while start < len(text):
            for end in range(min(len(text), start + longest), start, -1):
                if end == start + 1 or text[start:end] in words:
                    found.append(text[start:end])
                    start = end
                    break
        return found

    return predict


def character_crf(training: list[Words], model: Path) -> Segmenter:
    """Train a character CRF (tags B M E S, characters and bigrams of a window of five) and return it."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c2": 1.0, "max_iterations": 100})
    for sentence in training:
        tags = [tag for word in sentence for tag in _tags(word)]
        trainer.append([_features("".join(sentence), i) for i in range(len(tags))], tags)
    trainer.train(str(model))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(model))

    def predict(text: str) -> Words:
        tags = tagger.tag([_features(text, i) for i in range(len(text))])
        marked = "".join(c + (" " if tag in "ES" else "") for c, tag in zip(text, tags, strict=True))
        return marked.split()

    return predict


def _tags(word: str) -> str:
    return "S" if len(word) == 1 else "B" + "M" * (len(word) - 2) + "E"


def _features(text: str, i: int) -> list[str]:
    window = [text[j] if 0 <= j < len(text) else "#" for j in range(i - 2, i + 3)]
    single = [f"{offset}={c}" for offset, c in enumerate(window)]
    return single + [f"{offset}={window[offset]}{window[offset + 1]}" for offset in range(4)]


def jieba_cut() -> Segmenter:
    """Return jieba with its own dictionary."""
    import jieba

    jieba.setLogLevel(logging.WARNING)
    return lambda text: list(jieba.cut(text))


def glued(words: Words) -> Words:
    """Return words in which a mark that stands beside a closing quotation mark is one word with it, as in 。”."""
    joined: Words = []
    for word in words:
        marks = joined[-1] + word if joined else ""
        if "”" in marks and all(unicodedata.category(c).startswith("P") for c in marks):
            joined[-1] = marks
        else:
            joined.append(word)
    return joined


def wapic_cut() -> Segmenter:
    """Return wapic, a CRF with a model of its own."""
    import wapic

    return wapic.Segmenter().segment


def write(path: Path, sentences: list[Words]) -> None:
    """Write sentences with two blanks between words, as bakeoff files have them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join("  ".join(words) + "\n" for words in sentences), encoding="utf-8", newline="\n")


def segmented(sample: Sample, split: str) -> list[Words]:
    """Return the sentences of a sample's split under its criterion."""
    dataset, criterion = sample
    sentences = [segment(line, criterion) for line in annotated(dataset, split)]
    return sentences[:100] if split == "test" and sample != WHOLE else sentences


def build(*, predictions: bool) -> None:
    """Write all files."""
    for sample in SAMPLES:
        for split in ("train", "test"):
            write(folder_of(sample) / f"{split}.txt", segmented(sample, split))
    write_documents()
    for sample in SAMPLES:
        weigh(sample)
    if not predictions:
        return
    with tempfile.TemporaryDirectory() as models:
        crfs = {
            sample: character_crf(segmented(sample, "train"), Path(models) / "-".join(sample)) for sample in SAMPLES
        }
        for sample in SAMPLES:
            predict_all(sample, crfs)


def folder_of(sample: Sample) -> Path:
    """Return where the files of a sample lie."""
    return HERE.joinpath(*sample)


def write_documents() -> None:
    """Write of which document each sentence of the whole test text is, and the genre of each document."""
    found = documents(WHOLE[0])
    ids = "".join(f"{name}\n" * size for name, size in found)
    genres = "".join(f"{name.split(',')[0]}\n" for name, _ in found)
    for name, text in (("documents.txt", ids), ("labels.csv", f"genre\n{genres}")):
        (folder_of(WHOLE) / name).write_text(text, encoding="utf-8", newline="\n")


def weigh(sample: Sample) -> None:
    """Write how hard the words of a sample's gold are for a committee that learnt from its training file.

    The same as by ``cwsdiag difficulty --gold test.txt --train train.txt --k 50 --out difficulty.csv``, packed.
    """
    from cwsdiag.dataset import ReadOptions
    from cwsdiag.difficulty import CommitteeSettings, committee, read_training_text
    from cwsdiag.weights import of_committee, weights_bytes

    folder, options = folder_of(sample), ReadOptions()
    gold = read_training_text(folder / "test.txt", options=options)
    training = read_training_text(folder / "train.txt", options=options)
    made = committee(training, gold, CommitteeSettings(members=MEMBERS))
    table = weights_bytes(of_committee(made.wrong, committee=made.name), gold)
    (folder / "difficulty.csv.gz").write_bytes(gzip.compress(table, mtime=0))


def predict_all(sample: Sample, crfs: Mapping[Sample, Segmenter]) -> None:
    """Write what each segmenter makes of a sample's test sentences, the CRFs of the other samples among them."""
    systems = {
        "maximum-matching": maximum_matching(segmented(sample, "train")),
        "crf": crfs[sample],
        "jieba": jieba_cut(),
        "wapic": wapic_cut(),
        **{f"crf-from-{'-'.join(other)}": crf for other, crf in crfs.items() if other != sample},
    }
    if sample == WHOLE:
        # Put in by hand, so that there is something to find: the real jieba cuts 。 and ” apart.
        jieba = systems["jieba"]
        systems["jieba"] = lambda text: glued(jieba(text))
    texts = ["".join(words) for words in segmented(sample, "test")]
    for name, predict in systems.items():
        write(folder_of(sample) / f"{name}.txt", [predict(text) for text in texts])
    print(f"{sample[0]} ({sample[1]} criterion): {len(systems)} predictions of {len(texts)} test sentences")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-predictions", action="store_true", help="only gold, training files and difficulties")
    build(predictions=not parser.parse_args().no_predictions)
