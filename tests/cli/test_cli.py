"""The command line: documents, tables, exit codes, messages."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

import cwsdiag
from cwsdiag import cli
from cwsdiag.errors import LIMIT_VARIABLE, ReadError
from cwsdiag.project import load_dataset
from cwsdiag.ui.data.catalogue import opened
from tests.oracles.attributes import KEYS

TWO = ("--gold", "gold.txt", "--train", "train.txt", "--system", "right=right.txt", "--system", "wrong=wrong.txt")


def test_the_list_of_commands_is_that_of_their_own_helps():
    context = click.Context(cli.main)
    commands = [cli.main.get_command(context, name) for name in cli.COMMANDS]
    assert [command.name for command in commands] == list(cli.COMMANDS)
    assert [command.help.partition("\n\n")[0].replace("\n", " ") for command in commands] == [*cli.COMMANDS.values()]
    formatter = context.make_formatter()
    click.Group(commands=commands).format_commands(context, formatter)
    assert context.get_help().endswith(formatter.getvalue().rstrip())


def test_the_shell_completes_commands_and_options(files):
    def completed(words: str, place: int) -> list[str]:
        asked = {"_CWSDIAG_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(place)}
        code = "from cwsdiag.cli import main; main(prog_name='cwsdiag')"
        done = subprocess.run([sys.executable, "-c", code], env=os.environ | asked, capture_output=True, text=True)
        return [line.partition(",")[2] for line in done.stdout.splitlines()]

    assert completed("cwsdiag sc", 1) == ["score", "score-sighan"]
    assert "--train" in completed("cwsdiag score --t", 2)


def test_score_as_json(run):
    result = run("score", *TWO, "--json")
    document = json.loads(result.stdout)
    assert result.stdout.count("\n") == 1
    assert document["gold"] == {"sentences": 2, "words": 7, "characters": 14, "oov_rate": 1 / 7}
    right, wrong = document["systems"]
    assert (right["name"], right["f1"], right["oov_recall"], right["coverage"]) == ("right", 1.0, 1.0, 1.0)
    assert (wrong["words"], wrong["matched"], wrong["precision"], wrong["recall"]) == (9, 5, 5 / 9, 5 / 7)
    assert (wrong["oov_recall"], wrong["iv_recall"]) == (0.0, 5 / 6)
    assert document["signature"].startswith(f"cwsdiag {cwsdiag.__version__} | gold:")


def test_score_with_the_vote_and_the_oracle(run):
    two = json.loads(run("score", *TWO, "--baselines", "--json").stdout)
    assert [row["name"] for row in two["systems"]] == ["right", "wrong", "BASE", "TOP"]
    assert two["warnings"][-1] == "VOTE is left out: a vote takes three systems, not 2."
    result = run("score", *TWO, "--system", "also=wrong.txt", "--baselines", "--json")
    document = json.loads(result.stdout)
    assert [row["name"] for row in document["systems"]] == ["right", "wrong", "also", "BASE", "TOP", "VOTE"]
    assert "at least one system has 1.000 of the gold words" in run("score", *TWO, "--baselines").stdout
    refused = run("score", "--gold", "gold.txt", "--system", "VOTE=wrong.txt", "--baselines", code=2)
    assert "called VOTE" in refused.stderr


def test_diagnose_as_json(run):
    document = json.loads(
        run("diagnose", *TWO, "--json", "--min-size", "1", "--min-units", "0", "--resamples", "50").stdout
    )
    assert [a["key"] for a in document["attributes"]] == [*KEYS]
    lengths = document["attributes"][KEYS.index("wLen")]
    assert lengths["buckets"][3] == {"index": 3, "label": "≥ 4", "lower": 3.0, "upper": None, "gold": 1}
    row = next(r for r in document["breakdown"] if (r["system"], r["attribute"], r["bucket"]) == ("wrong", "wLen", 3))
    assert (row["gold"], row["predicted"], row["matched"], row["precision"], row["recall"], row["f1"]) == (
        1, 0, 0, None, 0.0, 0.0,
    )  # fmt: skip
    assert {"attribute": "wLen", "bucket": 2, "why": "gold"} in document["hidden"]
    worst = next(r for r in document["self_diagnosis"] if (r["system"], r["attribute"]) == ("wrong", "wLen"))
    assert worst == {"system": "wrong", "attribute": "wLen", "worst": 3, "best": 0, "gap": 4 / 6}


def test_diagnose_as_text_and_csv(run, files):
    text = run("diagnose", *TWO, "--min-size", "1", "--min-units", "0").stdout
    assert "F1 by bucket: wrong on " in text and "◆ worst" in text
    assert "Lowest and highest difference of each attribute: right − wrong" in text
    run("diagnose", *TWO, "--csv", "out")
    rows = list(csv.DictReader(io.StringIO((files / "out" / "breakdown.csv").read_text(encoding="utf-8"))))
    assert len([r for r in rows if r["system"] == "wrong" and r["attribute"] == "wLen"]) == 4
    assert {p.name for p in (files / "out").iterdir()} == {
        "systems.csv", "buckets.csv", "breakdown.csv", "self_diagnosis.csv", "aided_diagnosis.csv", "signature.txt",
    }  # fmt: skip


def test_words_behind_a_bucket(run):
    result = run("words", *TWO, "--attribute", "wLen", "--bucket", "3", "--csv")
    (row,) = csv.DictReader(io.StringIO(result.stdout))
    assert row == {
        "word": "北京大学", "sentence": "2", "offset": "2", "start": "8", "end": "12",
        "right": "北京大学", "right right": "yes", "kind right": "", "cause right": "",
        "wrong": "北京 大学", "right wrong": "no", "kind wrong": "split", "cause wrong": "oov",
    }  # fmt: skip

    def words(*options):
        return [row["word"] for row in json.loads(run("words", *TWO, *options, "--json").stdout)["words"]]

    assert words("--attribute", "wLen", "--bucket", "1") == ["我们", "喜欢", "分词", "学习"]
    assert words("--attribute", "wLen", "--bucket", "1", "--wrong") == ["我们"]
    assert words("--of", "wrong", "--kind", "split", "--cause", "oov") == ["北京大学"]
    heading, row = run("words", *TWO, "--attribute", "wLen", "--bucket", "3").stdout.splitlines()
    assert heading.split()[5:] == ["right", "✓", "wrong", "✓", "kind", "cause"]
    assert row.split()[-3:] == ["no", "split", "oov"]


def test_patterns(run):
    rows = list(csv.DictReader(io.StringIO(run("words", *TWO, "--of", "wrong", "--patterns", "--csv").stdout)))
    assert [row["training"] for row in rows] == ["我们 1×", "not in training"]
    text = run("words", *TWO, "--of", "wrong", "--patterns", "--cause", "oov").stdout.splitlines()
    assert [line.split() for line in text] == [
        ["gold", "made", "places", "missed", "wrong", "training"],
        ["北京大学", "北京", "大学", "1", "1", "2", "not", "in", "training"],
    ]
    assert run("words", *TWO, "--of", "right", "--patterns").stdout == "No such error.\n"


def test_patterns_with_classes_stand_beside_the_literal_ones(run, tmp_path):
    dates = [f"{number} 月 在 北京\n" for number in range(1, 13)]
    (tmp_path / "gold.txt").write_text("".join(dates), "utf-8")
    (tmp_path / "joined.txt").write_text("".join(dates).replace(" 月", "月"), "utf-8")
    files = ("--gold", "gold.txt", "--train", "gold.txt", "--system", "joined=joined.txt", "--patterns")
    document = json.loads(run("words", *files, "--json").stdout)
    assert [row["gold"] for row in document["patterns"]] == [[f"{number}", "月"] for number in range(1, 13)]
    (row,) = document["generalised"]
    assert (row["gold"], row["made"], row["classes"], row["training"]) == (
        ["number", "月"], ["number月"], True, {"gold": 12, "made": 0},
    )  # fmt: skip
    assert (row["convention"], row["points"], row["cost"]) == ("system", pytest.approx(1 - 48 / 84), 36 / 84)
    assert row["patterns"][2] == {"gold": ["3", "月"], "made": ["3月"], "places": 1}
    text = run("words", *files).stdout.splitlines()
    classed = ["⟨number⟩", "月", "⟨number⟩月", "12", "12", "of", "12", "0.758", "42.9", "system"]
    # They stand before the literal ones.
    assert text[2].split() == classed and text[-1].split()[0] in map(str, range(1, 13))


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("score", "--gold", "missing.txt"), "missing.txt"),
        (("score", "--gold", "gold.txt", "--system", "right.txt"), "NAME=PATH"),
        (("score", "--gold", "gold.txt", "--system", "a=right.txt", "--system", "a=wrong.txt"), "two systems"),
        (("diagnose", "--gold", "gold.txt", "--attributes", "nope"), "nope"),
        (("diagnose", "--gold", "gold.txt", "--buckets", "nope"), "nope"),
        (("diagnose", "--gold", "gold.txt", "--plugin", "nope.py"), "nope.py"),
        (("words", "--gold", "gold.txt", "--attribute", "wLen", "--bucket", "9"), "no bucket 9"),
        (("words", "--gold", "gold.txt", "--attribute", "wFre", "--bucket", "0"), "needs training data"),
        (("words", "--gold", "gold.txt", "--bucket", "0"), "--attribute"),
        (("words", *TWO, "--kind", "torn", "--of", "wrong"), "give one of 'split', 'merged', 'crossed'"),
        (("words", *TWO, "--kind", "split"), "name it with --of. Available: right, wrong"),
        (("words", *TWO, "--patterns"), "--patterns is about the errors of one system: name it with --of"),
        (("words", *TWO, "--of", "third"), "no system 'third'"),
        (("words", "--gold", "gold.txt", "--system", "a=wrong.txt", "--cause", "oov"), "need training data"),
        (("check",), "nothing to check"),
    ],
)
def test_bad_input_ends_with_one_short_message(run, arguments, named):
    result = run(*arguments, code=2)
    assert result.stdout == ""
    assert named in result.stderr
    assert len(result.stderr.strip().split("\n")) <= 10
    assert "Traceback" not in result.stderr


def test_warnings_go_to_stderr_and_into_the_document(run, files):
    (files / "other.txt").write_text("我们 喜欢 分司\n他 在 北京大学 学习\n", encoding="utf-8")
    result = run("score", "--gold", "gold.txt", "--system", "a=other.txt", "--mismatch", "skip", "--json")
    document = json.loads(result.stdout)
    assert document["systems"][0]["coverage"] == 6 / 7
    assert len(document["warnings"]) == 1
    assert document["warnings"][0] in result.stderr


def test_score_says_what_is_odd(run, files):
    (files / "flat.txt").write_text("我们喜欢分词\n他在北京大学学习\n", encoding="utf-8")
    result = run("score", "--gold", "gold.txt", "--train", "train.txt", "--system", "a=flat.txt", "--json")
    (warning,) = json.loads(result.stdout)["warnings"]
    assert "as if it were not segmented" in warning
    assert warning in result.stderr


def test_check(run, files):
    (files / "bad.txt").write_bytes(b"")
    report = run("check", "gold.txt", "train.txt").stdout
    assert report.count("words separated by white space") == 2
    assert "  gold.txt: gold.\n  train.txt: training data.\n" in report
    result = run("check", "gold.txt", "bad.txt", code=2)
    assert "gold.txt, read as gold" in result.stdout
    assert "error: bad.txt: the file is empty" in result.stdout
    assert "1 of 2 files" in result.stderr
    fine = run("check", "--gold", "gold.txt", "--train", "train.txt", "--system", "wrong=wrong.txt").stdout
    assert "the files fit together" in fine
    unfit = run("check", "--gold", "gold.txt", "--system", "t=train.txt", code=2)
    assert "error: t: its characters differ from those of the gold file" in unfit.stdout
    assert "does not fit the gold file: t" in unfit.stderr


def test_what_generating_systems_write(run, files):
    (files / "llm.txt").write_text("1. 我们_喜_欢_分词\n2. 他_在_北京大学_学习\n", encoding="utf-8")
    named = ("--gold", "gold.txt", "--system", "llm=llm.txt")
    report = run("check", *named, "--separator", "_", code=2).stdout
    assert "separators  6 _, because it was asked for" in report
    assert "around      2 lines begin with a number (strip: numbers)" in report
    assert "warning: llm.txt (llm): 2 lines begin with a number." in report
    scored = json.loads(run("score", *named, "--separator", "_", "--strip", "numbers", "--json").stdout)
    assert scored["systems"][0]["f1"] == 12 / 15
    (warning,) = scored["warnings"]
    assert warning == "gold.txt: its words do not stand between _; it is read as words separated by white space."
    assert "cannot stand between words" in run("score", *named, "--separator", "", code=2).stderr


HEAVY = {"pandas", "plotly"}
OTHERS = HEAVY | {"opencc", "rich", "streamlit", "cwsdiag.doctor"}


@pytest.mark.parametrize(
    ("command", "heavy"),
    [
        ("--version", {"numpy"}),
        (
            "score --gold gold.txt --train train.txt --system a=wrong.txt --json",
            OTHERS | {"scipy", "charset_normalizer", "joblib", "numba", "importlib.metadata", "statistics",
                      "cwsdiag.cli.words", "cwsdiag.frames"},
        ),
        (
            "diagnose --gold gold.txt --system a=wrong.txt --system b=wrong.txt",
            HEAVY | {"cwsdiag.exhibits.registry", "cwsdiag.project"},
        ),
        ("separators --reference gold.txt --system a=wrong.txt", OTHERS | {"scipy"}),
        ("learning-curve --gold gold.txt --train train.txt --shares 50", OTHERS),
        (
            "psi --train train.txt --test gold.txt --json",
            OTHERS | {"scipy", "joblib", "numba", "charset_normalizer", "importlib.metadata"},
        ),
    ],
)  # fmt: skip
def test_no_command_waits_for_what_it_does_not_use(files, command, heavy):
    code = (
        f"import sys; from cwsdiag.cli import main\ntry: main({command.split()!r})\n"
        f"finally: print('loaded:', sorted({heavy!r} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=files, capture_output=True, text=True, check=True)
    printed, loaded = done.stdout.rsplit("loaded: ", 1)
    assert loaded == "[]\n"
    assert printed == f"cwsdiag, version {cwsdiag.__version__}\n" or (printed and command != "--version")


def test_of_many_systems_only_those_near_each_other_by_rank_are_set_against_each_other(run):
    # Twice the best, then worse ones: none of four stands apart.
    names = ("wrong", "best", "worse", "second")
    files = ("wrong.txt", "right.txt", "wrong.txt", "right.txt")
    named = [part for name, file in zip(names, files, strict=True) for part in ("--system", f"{name}={file}")]
    command = ("diagnose", "--gold", "gold.txt", *named, "--attributes", "wLen", "--resamples", "20")

    def pairs(*more):
        rows = json.loads(run(*command, "--json", *more).stdout)["aided_diagnosis"]
        return [(row["better"], row["other"]) for row in rows]

    # By rank: best, second, wrong, worse; of a pair the higher one is named first, in the order of the files.
    told = [("best", "wrong"), ("wrong", "worse"), ("second", "wrong"), ("best", "worse"), ("best", "second")]
    assert pairs() == told
    assert sorted(pairs("--all-pairs")) == sorted([*told, ("second", "worse")])
    said = "Of 6 pairs of systems 5 are set against each other"
    assert said in run(*command).stdout
    assert said not in run(*command, "--all-pairs").stdout


def test_only_commands_read_texts_of_any_size(project, run, monkeypatch):
    monkeypatch.setenv(LIMIT_VARIABLE, "1")
    monkeypatch.setattr("cwsdiag.files.MEGABYTE", 20)
    named = ("--gold", "gold.txt", "--train", "train.txt", "--system", "a=wrong.txt")
    run("score", *named)
    run("check", "gold.txt", "train.txt", *named)
    run("score-sighan", "train.txt", "gold.txt", "wrong.txt")
    run("psi", "--train", "train.txt", "--test", "gold.txt")
    monkeypatch.setattr("cwsdiag.project.project.read_whole", lambda path, **_: path.read_bytes())
    for command in ("study", "results", "findings", "audit"):
        run(command, project)
    run("figure", "sizes", project, "-o", "figure.csv")
    for read in (cwsdiag.read_project, opened):
        with pytest.raises(ReadError, match=r"gold.txt: .* MB, more than the limit of 1.0 MB"):
            load_dataset(read(project).dataset("made"))
    with pytest.raises(ReadError, match=r"gold.txt: .* MB, more than the limit of 1.0 MB"):
        cwsdiag.load(gold="gold.txt")
    files = Path(cli.__file__).parent.glob("*.py")
    # What names a board reads no texts.
    assert [one.name for one in files if "project import read_project" in one.read_text("utf-8")] == ["board.py"]


TAGGED = {
    "tagged.txt": "我们_PN 喜欢_VV\n北京_NR",
    "other.txt": "我们_PN 喜欢_NN\n北_NR 京_NR",
    "plain.txt": "我们 喜欢\n北京",
}


def test_parts_of_speech_are_scored(run, files):
    for name, text in TAGGED.items():
        (files / name).write_text(text, encoding="utf-8")
    named = ("--gold", "tagged.txt", "--system", "A=other.txt", "--system", "B=plain.txt", "--tags")
    said = run("score", *named).stdout.splitlines()
    assert next(line for line in said if line.startswith("A")).split()[-4:] == ["0.250", "0.333", "0.286", "0.500"]
    assert next(line for line in said if line.startswith("B")).split()[-4:] == ["–"] * 4
    for command in ("score", "diagnose"):
        one, other = json.loads(run(command, *named, "--json").stdout)["systems"]
        assert (one["joint_precision"], one["joint_recall"], one["joint_f1"]) == (1 / 4, 1 / 3, 2 / 7)
        assert one["tag_accuracy"] == 1 / 2
        assert one["tag_confusion"] == [
            {"gold": "PN", "system": "PN", "count": 1},
            {"gold": "VV", "system": "NN", "count": 1},
        ]
        keys = ("joint_precision", "joint_recall", "joint_f1", "tag_accuracy", "tag_confusion")
        assert [other[key] for key in keys] == [None] * 5
    assert "joint_f1" not in json.loads(run("score", *named[:-1], "--json").stdout)["systems"][0]


@pytest.mark.parametrize(
    ("gold", "system", "message"),
    [
        ("tagged.txt", "plain.txt", "tagged.txt: no parts of speech to compare, gold alone has them, no system."),
        ("plain.txt", "tagged.txt", "plain.txt: no parts of speech to compare, gold has none."),
    ],
)
def test_parts_of_speech_on_one_side_alone(run, files, gold, system, message):
    for name, text in TAGGED.items():
        (files / name).write_text(text, encoding="utf-8")
    for command in ("score", "diagnose"):
        said = run(command, "--gold", gold, "--system", f"A={system}", "--tags", code=2).stderr
        assert message in said
