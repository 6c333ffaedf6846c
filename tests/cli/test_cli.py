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
from cwsdiag.files import sample_project
from cwsdiag.project import load_dataset
from cwsdiag.ui.data.catalogue import opened_project
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
    def completed(words, place):
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
    assert two["warnings"][-1] == "VOTE is left out: a vote takes three systems, not 2."
    three = json.loads(run("score", *TWO, "--system", "also=wrong.txt", "--baselines", "--json").stdout)
    assert [row["name"] for row in three["systems"]] == ["right", "wrong", "also", "BASE", "TOP", "VOTE"]
    assert "at least one system has 1.000 of the gold words" in run("score", *TWO, "--baselines").stdout


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
    row = run("words", *TWO, "--attribute", "wLen", "--bucket", "3").stdout.splitlines()[1]
    assert row.split()[-3:] == ["no", "split", "oov"]


def test_patterns_with_classes_stand_beside_the_literal_ones(run, files):
    (files / "numbers.txt").write_text("".join(f"{number} 月 在 北京\n" for number in range(1, 13)), "utf-8")
    (files / "joined.txt").write_text("".join(f"{number}月 在 北京\n" for number in range(1, 13)), "utf-8")
    asked = ("words", "--gold", "numbers.txt", "--train", "numbers.txt", "--system", "a=joined.txt", "--patterns")
    document = json.loads(run(*asked, "--json").stdout)
    assert [row["gold"] for row in document["patterns"]] == [[f"{number}", "月"] for number in range(1, 13)]
    (row,) = document["generalised"]
    assert (row["gold"], row["made"], row["classes"], row["training"]) == (
        ["number", "月"], ["number月"], True, {"gold": 12, "made": 0},
    )  # fmt: skip
    assert (row["convention"], row["points"], row["cost"]) == ("system", pytest.approx(1 - 48 / 84), 36 / 84)
    assert run(*asked).stdout.splitlines()[2].startswith("number")
    rows = csv.DictReader(io.StringIO(run("words", *TWO, "--of", "wrong", "--patterns", "--csv").stdout))
    assert [row["training"] for row in rows] == ["我们 1×", "not in training"]
    assert run("words", *TWO, "--of", "right", "--patterns").stdout == "No such error.\n"


BOTH = ("--gold", "gold.txt", "--train", "train.txt")
SIX = (*BOTH, "--k", "6", "--out", "w.csv")
SAMPLE = sample_project()
REFUSED = {
    "score": [
        (("--gold", "missing.txt"), "missing.txt"),
        (("--gold", "gold.txt", "--system", "right.txt"), "NAME=PATH"),
        (("--gold", "gold.txt", "--system", "a=right.txt", "--system", "a=wrong.txt"), "two systems"),
        (("--gold", "gold.txt", "--system", "VOTE=wrong.txt", "--baselines"), "called VOTE"),
        (("--gold", "gold.txt", "--system", "a=right.txt", "--separator", ""), "cannot stand between words"),
        (("--gold", "tagged.txt", "--system", "a=right.txt", "--tags"), "gold alone has them, no system."),
        (("--gold", "gold.txt", "--system", "a=tagged.txt", "--tags"), "gold has none."),
    ],
    "diagnose": [
        (("--gold", "gold.txt", "--attributes", "nope"), "nope"),
        (("--gold", "gold.txt", "--plugin", "nope.py"), "nope.py"),
    ],
    "words": [
        (("--gold", "gold.txt", "--attribute", "wLen", "--bucket", "9"), "no bucket 9"),
        (("--gold", "gold.txt", "--attribute", "wFre", "--bucket", "0"), "needs training data"),
        (("--gold", "gold.txt", "--bucket", "0"), "--attribute"),
        ((*TWO, "--kind", "split"), "name it with --of. Available: right, wrong"),
        ((*TWO, "--patterns"), "--patterns is about the errors of one system: name it with --of"),
    ],
    "check": [((), "nothing to check")],
    "compare": [
        ((*TWO, "--system", "x=right.txt"), "systems: 3; compare takes two"),
        ((*TWO, "--base", "nobody"), "--base nobody: name one of several systems. Available: right, wrong."),
        ((*TWO[:6], "--base", "right"), "name one of several systems"),
        ((*TWO, "--unit", "document"), "--documents"),
        ((*TWO, "--documents", "list.txt"), "5 document ids for the 2 sentences"),
    ],
    "bakeoff": [
        ((*TWO, "--track", "wrong"), "NAME=closed"),
        ((*TWO, "--track", "other=open"), "no --system"),
    ],
    "balanced": [
        ((*TWO, "--weights", "gold.txt"), ".weight_c"),
    ],
    "difficulty": [
        ((*SIX, "--out", "w.txt"), "--out w.txt: the ending of a file of difficulties gives its format"),
        ((*SIX, "--out", "w.parquet"), "CSV keeps the votes too"),
        ((*SIX, "--out", "none/w.csv"), "there is no folder none"),
        ((*SIX, "--out", "./w.csv", "--gold", "w.csv"), "in use already"),
        ((*SIX, "--ratios", "ten"), "10,20,30"),
        ((*SIX, "--learner", "svm"), "perceptron, crf"),
        ((*SIX, "--cache", "c", "--no-cache"), "one of them"),
    ],
    "learning-curve": [
        ((*BOTH, "--shares", "a,b"), "--shares a,b: these are not numbers"),
        ((*BOTH, "--shares", "0"), "0.0 of 2 training sentences"),
        ((SAMPLE, "--seeds", 1, "--scheduler", "nowhere", "--json"), "'nowhere' is no address of a Dask scheduler"),
    ],
    "psi": [
        (("--train", "list.txt", "--test", "gold.txt"), "list.txt: this is a word list. Ψ needs segmented text"),
    ],
    "fit": [(("bare.toml", "gold.txt"), "no dataset has segmented training text")],
    "select-sources": [
        ((SAMPLE, "--target", "nope"), "no dataset 'nope'. Available: news, microblog"),
    ],
    "study": [
        ((".",), "no such project file"),
        ((SAMPLE, "--normalise", "none", "--normalise", "nfkc"), "cannot be combined with others"),
        ((SAMPLE, "--within", "--pair", "crf"), "A=B"),
        ((SAMPLE, "--within", "--pair", "crf=nope"), "crf, maximum matching, jieba"),
        ((SAMPLE, "--within", "--train-built-in"), "Give only one of them"),
        (("bare.toml", "--published"), "has no [[study.published]]. Leave it out."),
    ],
    "figure": [
        ((), "takes a kind and a project"),
        (("self", SAMPLE), "nothing to do"),
        (("nope", SAMPLE, "--caption"), "no figure is called 'nope'"),
        (("self", SAMPLE, "-o", "f.csv"), "self needs system"),
        (("self", SAMPLE, "--system", "crf", "-o", "f"), "saved as svg, pdf"),
    ],
}


@pytest.mark.parametrize(
    ("command", "arguments", "said"),
    [(command, *row) for command, rows in REFUSED.items() for row in rows],
)
def test_bad_input_ends_with_one_short_message(refused, files, command, arguments, said):
    tagged = "我们_PN 喜欢_VV 分词_NN\n他_PN 在_P 北京大学_NR 学习_VV\n"
    bare = '[[dataset]]\nname = "a"\ngold = "gold.txt"\n'
    texts = {"tagged.txt": tagged, "bare.toml": bare, "list.txt": "我们\n北京\n喜欢\n学习\n分词\n"}
    for name, text in texts.items():
        (files / name).write_text(text, encoding="utf-8")
    before = {*files.iterdir()}
    assert said in refused(command, *arguments)
    assert {*files.iterdir()} == before


def test_warnings_go_to_stderr_and_into_the_document(run, files):
    (files / "other.txt").write_text("我们 喜欢 分司\n他 在 北京大学 学习\n", encoding="utf-8")
    result = run("score", "--gold", "gold.txt", "--system", "a=other.txt", "--mismatch", "skip", "--json")
    document = json.loads(result.stdout)
    assert document["systems"][0]["coverage"] == 6 / 7
    assert len(document["warnings"]) == 1
    assert document["warnings"][0] in result.stderr


def test_check(run, files):
    (files / "bad.txt").write_bytes(b"")
    result = run("check", "gold.txt", "bad.txt", code=2)
    assert "gold.txt, read as gold" in result.stdout
    assert "error: bad.txt: the file is empty" in result.stdout
    assert "1 of 2 files" in result.stderr
    fine = run("check", "--gold", "gold.txt", "--train", "train.txt", "--system", "wrong=wrong.txt").stdout
    assert "the files fit together" in fine
    unfit = run("check", "--gold", "gold.txt", "--system", "t=train.txt", code=2)
    assert "error: t: its characters differ from those of the gold file" in unfit.stdout
    assert "does not fit the gold file: t" in unfit.stderr
    (files / "project.toml").write_text(
        """[[dataset]]
name = "own"
gold = "gold.txt"
system = [{ name = "fits", prediction = "wrong.txt" }, { name = "t", prediction = "train.txt" }]
[[dataset]]
name = "other"
gold = "train.txt"
""",
        encoding="utf-8",
    )
    project = run("check", "project.toml", code=2)
    assert project.stdout.startswith("own\n\ngold.txt, read as gold") and "wrong.txt, read as system" in project.stdout
    assert "\nother\n\ntrain.txt, read as gold" in project.stdout, "what is wrong with one ends no others"
    assert "does not fit the gold file: t" in project.stderr


def test_what_generating_systems_write(run, files):
    (files / "llm.txt").write_text("1. 我们_喜_欢_分词\n2. 他_在_北京大学_学习\n", encoding="utf-8")
    asked = ("--gold", "gold.txt", "--system", "llm=llm.txt", "--separator", "_")
    assert "warning: llm.txt (llm): 2 lines begin with a number." in run("check", *asked, code=2).stdout
    scored = json.loads(run("score", *asked, "--strip", "numbers", "--json").stdout)
    assert scored["systems"][0]["f1"] == 12 / 15


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
    assert "Of 6 pairs of systems 5 are set against each other" in run(*command).stdout


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
    for read in (cwsdiag.read_project, opened_project):
        with pytest.raises(ReadError, match=r"gold.txt: .* MB, more than the limit of 1.0 MB"):
            load_dataset(read(project).dataset("made"))
    with pytest.raises(ReadError, match=r"gold.txt: .* MB, more than the limit of 1.0 MB"):
        cwsdiag.load(gold="gold.txt")
    files = Path(cli.__file__).parent.glob("*.py")
    # What names a board reads no texts.
    assert [one.name for one in files if "project import read_project" in one.read_text("utf-8")] == ["board.py"]


def test_parts_of_speech_are_scored(run, files):
    texts = {"gold": "我们_PN 喜欢_VV\n北京_NR", "a": "我们_PN 喜欢_NN\n北_NR 京_NR", "b": "我们 喜欢\n北京"}
    for name, text in texts.items():
        (files / f"{name}.txt").write_text(text, encoding="utf-8")
    named = ("--gold", "gold.txt", "--system", "A=a.txt", "--system", "B=b.txt")
    lines = [line.split()[-4:] for line in run("score", *named, "--tags").stdout.splitlines()]
    assert ["0.250", "0.333", "0.286", "0.500"] in lines and ["–"] * 4 in lines
    keys = ("joint_precision", "joint_recall", "joint_f1", "tag_accuracy", "tag_confusion")
    confusion = [{"gold": "PN", "system": "PN", "count": 1}, {"gold": "VV", "system": "NN", "count": 1}]
    for command in ("score", "diagnose"):
        one, other = json.loads(run(command, *named, "--tags", "--json").stdout)["systems"]
        assert [one[key] for key in keys] == [1 / 4, 1 / 3, 2 / 7, 1 / 2, confusion]
        assert [other[key] for key in keys] == [None] * 5
    assert "joint_f1" not in json.loads(run("score", *named, "--json").stdout)["systems"][0]
