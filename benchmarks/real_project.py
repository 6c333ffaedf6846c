"""Write a project of real text beside the sample, for the study in ``docs/study.md``.

    CWSDIAG_TEST_DATA=... python -m benchmarks.real_project FOLDER

UD Chinese GSD stands in it twice, with one half of its training text each: how two texts of one criterion differ,
beside the sample's criteria. Systems are the built-in segmenter, maximum matching, and what others gave for GSD's test
text.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from cwsdiag.baselines import maximum_matching
from cwsdiag.dataset import ReadOptions, read
from cwsdiag.difficulty import read_training_text, train_segmenter
from cwsdiag.files import sample_project
from cwsdiag.text import Segmentation

CORPUS = "ud_chinese_gsd"
OPTIONS = ReadOptions()
SAMPLES = {
    "news 1st": "news/first",
    "news 2nd": "news/second",
    "microblog 1st": "microblog/first",
    "microblog 2nd": "microblog/second",
}


def main(folder: Path) -> None:
    """Write the project into a folder."""
    corpus = (Path(os.environ["CWSDIAG_TEST_DATA"]) / CORPUS).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    lines = (corpus / "train.txt").read_text("utf-8").splitlines(keepends=True)
    half = len(lines) // 2
    first, second = folder / "gsd-a.train.txt", folder / "gsd-b.train.txt"
    first.write_text("".join(lines[:half]), "utf-8")
    second.write_text("".join(lines[half:]), "utf-8")
    systems = {name: corpus / "systems" / f"{name}.txt" for name in ("jieba", "thulac", "snownlp")}
    tables = ['[study]\nnormalise = ["nfkc", "numbers", "latin"]\n']
    tables.append(dataset(folder, "GSD a", first, corpus / "test.txt", systems, dev=corpus / "dev.txt"))
    tables.append(dataset(folder, "GSD b", second, corpus / "dev.txt", {}))
    for name, place in SAMPLES.items():
        part = sample_project().parent.resolve() / place
        tables.append(dataset(folder, name, part / "train.txt", part / "test.txt", {"jieba": part / "jieba.txt"}))
    (folder / "project.toml").write_text("\n".join(tables), "utf-8")


def dataset(
    folder: Path, name: str, train: Path, gold: Path, systems: dict[str, Path], *, dev: Path | None = None
) -> str:
    """Return a dataset's table, with segmenters of our own that learnt from its training text."""
    text = read(gold, role="gold", options=OPTIONS)
    training = read_training_text(train, options=OPTIONS)
    (perceptron,) = train_segmenter(training, [text.text])
    (less,) = train_segmenter(training, [text.text], sentences=0.2)
    matching = Segmentation("maximum matching", text.text, maximum_matching(text.text, set(training.surfaces())))
    systems = {
        "perceptron": written(perceptron, folder / f"{name}.perceptron.txt"),
        "perceptron 20 %": written(less, folder / f"{name}.perceptron20.txt"),
        "maximum matching": written(matching, folder / f"{name}.matching.txt"),
        **systems,
    }
    keys = {"name": name, "gold": str(gold), "train": str(train)} | ({"dev": str(dev)} if dev else {})
    table = "[[dataset]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())
    for system, path in systems.items():
        table += f"[[dataset.system]]\nname = {json.dumps(system)}\nprediction = {json.dumps(str(path))}\n"
    return table


def written(cut: Segmentation, path: Path) -> Path:
    """Write a segmentation, a line a sentence, and return where."""
    sentences = (cut.sentence_words(index) for index in range(len(cut.text.sentence_ends)))
    path.write_text("".join(" ".join(words) + "\n" for words in sentences), "utf-8")
    return path


if __name__ == "__main__":
    main(Path(sys.argv[1]))
