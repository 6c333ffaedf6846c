"""What every command prints as JSON, by digest: run before and after walls are moved, and compare the two folders.

    python -m tools.json_digests OUT [--sample FOLDER] [--python PYTHON]

Each command's document goes to OUT as a file, without what differs from run to run (version, times, names of temporary
files), and its digest to OUT/digests.txt: `diff` of two such files names what moved. --sample is the sample_data of the
state that one compares with, so that both read the same; the real corpora come from CWSDIAG_TEST_DATA.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
# Of every document: what another run of the same state would say otherwise.
PASSING = {"version", "made", "created", "submitted", "added", "opened", "closed", "seconds", "token", "folder"}


def project_commands(project: str) -> dict[str, list[str]]:
    """Return the commands that take a project, by the name of their file."""
    few = ["--resamples", "200"]
    return {
        "study": ["study", project, *few],
        "study-within": ["study", project, "--within", *few, "--buckets", "5"],
        "results": ["results", project],
        "results-classes": ["results", project, "--buckets", "classes", "--unit", "block:25"],
        "findings": ["findings", project],
    }


def file_commands(files: list[str], weights: list[str], train: str, gold: str) -> dict[str, list[str]]:
    """Return the commands that take gold, training data and predictions, by the name of their file."""
    base = files[5].split("=")[0]
    commands = {
        "score": ["score", *files],
        "score-baselines": ["score", *files, "--baselines"],
        "score-alone": ["score", "--gold", gold, *files[4:6]],
        "score-nfkc": ["score", *files, "--normalise", "nfkc"],
        "diagnose": ["diagnose", *files, *weights, "--all-pairs"],
        "diagnose-classes": ["diagnose", *files, "--buckets", "classes", "--unit", "block:25"],
        "diagnose-alone": ["diagnose", "--gold", gold, *files[4:6], "--buckets", "5", "--min-size", "1"],
        "compare": ["compare", *files, *weights, "--base", base],
        "compare-blocks": ["compare", *files[:8], "--unit", "block:25", "--resamples", "300"],
        "compare-runs": [
            "compare",
            *files[:6],
            "--run",
            f"r={files[7].split('=', 1)[1]}",
            "--run",
            f"r={files[5].split('=', 1)[1]}",
        ],
        "bakeoff": ["bakeoff", *files, "--all-pairs"],
        "bakeoff-baselines": ["bakeoff", *files, "--baselines", "--resamples", "200"],
        "audit": ["audit", *files],
        "words": ["words", *files[:6], "--attribute", "wCon", "--bucket", "0", "--wrong"],
        "words-patterns": ["words", *files[:6], "--of", base, "--patterns"],
        "separators": ["separators", "--reference", gold, *files[4:]],
        "psi": ["psi", "--train", train, "--test", gold],
        "difficulty": ["difficulty", "--gold", gold, "--train", train, "--k", "6", "--no-cache", "--jobs", "1"],
        "learning-curve": [
            "learning-curve",
            "--gold",
            gold,
            "--train",
            train,
            "--seeds",
            "2",
            "--shares",
            "20,50",
            "--jobs",
            "1",
        ],
    }
    if weights:
        commands["balanced"] = ["balanced", *files, *weights]
    return commands


def without_passing(value: object) -> object:
    """Return a document without what differs from run to run."""
    if isinstance(value, dict):
        return {key: without_passing(inner) for key, inner in value.items() if key not in PASSING}
    if isinstance(value, list):
        return [without_passing(inner) for inner in value]
    if isinstance(value, str) and "cwsdiag" in value and "|" in value:  # a signature begins with the version
        return value.split("|", 1)[1]
    return value


def run(python: str, arguments: list[str], folder: Path) -> str:
    """Return what a command prints as JSON, indented; of one that fails, its code and message."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(HERE),
        "CWSDIAG_DATA": str(folder / "data"),
        "CWSDIAG_CACHE": str(folder / "cache"),
    }
    done = subprocess.run(
        [python, "-m", "cwsdiag", *arguments], cwd=HERE, capture_output=True, text=True, env=environment, check=False
    )
    try:
        document = without_passing(json.loads(done.stdout))
    except ValueError:
        return f"exit {done.returncode}\n{done.stdout}{done.stderr}".replace(str(folder), "FOLDER")
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return f"{text}\nexit {done.returncode}\n{done.stderr}".replace(str(folder), "FOLDER")


def commands_of(sample: Path, folder: Path) -> dict[str, list[str]]:
    """Return all commands, by the name of their file."""
    news = sample / "news" / "first"
    systems = ["crf", "jieba", "maximum-matching", "crf-from-news-second"]
    files = ["--gold", str(news / "test.txt"), "--train", str(news / "train.txt")]
    for system in systems:
        files += ["--system", f"{system}={news / system}.txt"]
    weights = ["--weights", str(news / "difficulty.csv")]
    commands = {
        f"sample-{name}": arguments
        for name, arguments in {
            **file_commands(files, weights, str(news / "train.txt"), str(news / "test.txt")),
            **project_commands(str(sample / "project.toml")),
            "fit": ["fit", str(sample / "project.toml"), str(news / "test.txt")],
            "select-sources": ["select-sources", str(sample / "project.toml"), "--target", "news", "--seeds", "2"],
            "transfer": [
                "study",
                str(sample / "project.toml"),
                "--train-built-in",
                "--resamples",
                "100",
                "--no-cache",
                "--jobs",
                "1",
            ],
        }.items()
    }
    real = os.environ.get("CWSDIAG_TEST_DATA")
    if real:
        corpus = Path(real) / "ud_chinese_gsd"
        gold, train = corpus / "test.txt", corpus / "train.txt"
        files = ["--gold", str(gold), "--train", str(train)]
        for system in ["crf-f2-full", "jieba", "thulac", "snownlp", "crf-f1-800"]:
            files += ["--system", f"{system}={corpus / 'systems' / system}.txt"]
        project = folder / "project.toml"
        systems = "".join(
            f'[[dataset.system]]\nname = "{name}"\nprediction = "{corpus / "systems" / name}.txt"\n'
            for name in ["crf-f2-full", "jieba", "thulac"]
        )
        described = f'[[dataset]]\nname = "gsd"\ngold = "{gold}"\ntrain = "{train}"\n{systems}'
        project.write_text(described, encoding="utf-8")
        commands |= {
            f"real-{name}": arguments
            for name, arguments in {
                **file_commands(files, [], str(train), str(gold)),
                "diagnose-conllu": [
                    "diagnose",
                    "--gold",
                    str(corpus / "test.conllu"),
                    *files[2:],
                    "--mismatch",
                    "skip",
                ],
                "results": ["results", str(project)],
                "findings": ["findings", str(project)],
            }.items()
        }
    return commands


def main() -> None:
    """Run all commands, two at a time, and write what they print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sample", type=Path, default=HERE / "sample_data")
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        commands = commands_of(options.sample.resolve(), folder)

        def one(item: tuple[str, list[str]]) -> tuple[str, str]:
            name, arguments = item
            if name.endswith("-difficulty"):
                arguments = [*arguments, "--out", str(folder / f"{name}.csv")]
            if arguments[0] != "results":
                arguments = [*arguments, "--json"]
            return name, run(options.python, arguments, folder)

        with ThreadPoolExecutor(2) as pool:
            documents = dict(pool.map(one, commands.items()))
        for written in sorted(folder.glob("*-difficulty.csv")):
            documents[written.stem + "-file"] = written.read_text(encoding="utf-8")
    digests = []
    for name, text in sorted(documents.items()):
        (options.out / f"{name}.json").write_text(text, encoding="utf-8")
        digests.append(f"{hashlib.sha256(text.encode()).hexdigest()[:16]}  {name}\n")
    (options.out / "digests.txt").write_text("".join(digests), encoding="utf-8")


if __name__ == "__main__":
    main()
