"""``cwsdiag run``: systems that a project runs; what fails is named, and takes nothing else with it."""

import json
import os
import sys
import zipfile

import pytest

from cwsdiag.errors import ProjectError
from cwsdiag.project import read_project
from cwsdiag.project.archive import write_archive
from tests.trust.cases import GOLD

HEAD = '[[dataset]]\nname = "made"\ngold = "gold.txt"\ntrain = "train.txt"\n'
CUT = """
import sys
for line in sys.stdin.buffer.read().decode("utf-8").splitlines():
    sys.stdout.buffer.write((" ".join(line) + "\\n").encode("utf-8"))
"""
SENTENCES = ["".join(line.split()) for line in GOLD.splitlines()]


def system(name, **keys):
    return f'[[dataset.system]]\nname = "{name}"\n' + "".join(
        f"{key} = {json.dumps(one)}\n" for key, one in keys.items()
    )


@pytest.fixture
def written(files):
    """``written(*systems)`` writes a project in the folder that has ``cut.py``, which cuts between all characters."""

    def write(*systems):
        (files / "cut.py").write_text(CUT, "utf-8")
        (files / "project.toml").write_text(HEAD + "".join(systems), "utf-8")

    return write


def command(program, *arguments):
    return " ".join([sys.executable, program, *arguments])


def test_a_command_is_as_good_as_its_output(run, files, written):
    (files / "cut.txt").write_text("".join(" ".join(one) + "\n" for one in SENTENCES), "utf-8")
    # No shell reads it.
    made = command("cut.py", ";", "touch", "gone.txt", "$HOME", "`id`")
    written(system("made", command=made), system("given", prediction="cut.txt"))
    said = run("run", ".").stdout
    assert f"{len(SENTENCES)} lines" in said and "s per 1,000 characters" in said
    assert not (files / "gone.txt").exists()
    made, given = json.loads(run("results", ".").stdout)["datasets"][0]["systems"]
    assert {**made, "name": "", "digest": ""} == {**given, "name": "", "digest": ""}
    # Kept, until it is asked for again.
    assert json.loads(run("run", ".", "--json").stdout)["systems"][0]["state"] == "kept"
    assert json.loads(run("run", ".", "--json", "--again").stdout)["systems"][0]["state"] == "run"


def test_what_is_kept_is_of_this_gold_file_and_this_command(run, files, written):
    written(system("made", command=command("cut.py")))
    asked = "Run `cwsdiag run` on the project first"
    assert asked in run("results", ".", code=2).stderr
    run("run", ".")
    run("results", ".")
    (files / "gold.txt").write_text(GOLD + "好 的\n", "utf-8")
    assert asked in run("results", ".", code=2).stderr
    run("run", ".")
    run("results", ".")
    written(system("made", command=command("cut.py", "--other")))
    assert asked in run("results", ".", code=2).stderr
    next((files / "runs").glob("*.json")).write_text("[1]", "utf-8")
    assert asked in run("results", ".", code=2).stderr


FAULTS = {
    "slow": ("{python} -c 'import time; time.sleep(600)'", "took longer than 2 seconds and was ended"),
    "no program": ("no-such-program-here", "cannot be started"),
    "one that fails": ("{python} -c 'import sys; sys.exit(\"no model\")'", "ended with code 1: no model"),
    "nothing": ("{python} -c pass", "wrote 0 lines for 2 sentences"),
    "other characters": (
        "{python} -c 'import sys; [print(\"好\") for line in sys.stdin]'",
        "its characters differ from",
    ),
    "no text": ("{python} no_text.py", "not UTF-8"),
}


def test_what_fails_is_named_and_the_others_go_on(run, files, written):
    (files / "no_text.py").write_text("import sys\nsys.stdout.buffer.write(b'\\xff\\n' * 2)\n", "utf-8")
    lines = {name: line.replace("{python}", sys.executable) for name, (line, _said) in FAULTS.items()}
    bad = [system(name, command=line) for name, line in lines.items() if name != "slow"]
    written(*bad, system("slow", command=lines["slow"], timeout=2), system("made", command=command("cut.py")))
    outcome = run("run", ".", "--json", code=2)
    states = {one["system"]: one for one in json.loads(outcome.stdout)["systems"]}
    assert states["made"]["state"] == "run"
    for name, (_line, said) in FAULTS.items():
        assert said in states[name]["problem"], states[name]
        assert f"made, {name}: " in outcome.stderr
    assert len([*(files / "runs").glob("*.txt")]) == 1


def test_segmenters_that_are_installed(run, files, written, monkeypatch):
    package = files / "lib" / "own-1.5.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.5\n")
    (package / "entry_points.txt").write_text("[cwsdiag.segmenters]\nown = own_segmenter:make\n")
    (files / "lib" / "own_segmenter.py").write_text("def make():\n    print('loaded')\n    return list\n")
    monkeypatch.syspath_prepend(files / "lib")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(files / "lib"), *filter(None, sys.path)]))
    written(system("own", segmenter="own"), system("jieba", segmenter="jieba"))
    own, jieba = json.loads(run("run", ".", "--json").stdout)["systems"]
    assert (own["version"], own["lines"]) == ("1.5", len(SENTENCES))
    assert jieba["version"]
    scores = {one["name"]: one for one in json.loads(run("results", ".").stdout)["datasets"][0]["systems"]}
    assert scores["own"]["words"] == len("".join(SENTENCES))


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"command": "x", "prediction": "right.txt"}, "command and prediction cannot stand together"),
        ({"segmenter": "ours"}, "segmenter must be one of: jieba, thulac, snownlp"),
        ({"command": " "}, 'command must be a text that is not blank, and is " "'),
        ({"command": "'x"}, "command must be a program and its arguments"),
        ({"command": "x", "timeout": 0}, "timeout must be a whole number, at least 1, and is 0"),
        ({"prediction": "right.txt", "timeout": 5}, "timeout is for a command or a segmenter"),
    ],
)
def test_what_a_project_cannot_say(run, written, keys, said):
    written(system("made", **keys))
    assert said in run("run", ".", code=2).stderr


def test_nothing_is_run_that_comes_from_elsewhere(run, files, written):
    written(system("made", command=command("cut.py")))
    with pytest.raises(ProjectError, match="nothing is run that comes from elsewhere"):
        read_project(files, closed=True)
    run("run", ".")
    # What it made travels as a prediction.
    project = read_project(files)
    with (files / "out.zip").open("wb") as file:
        write_archive(file, project.datasets, project.study)
    with zipfile.ZipFile(files / "out.zip") as archive:
        assert "command" not in archive.read("project.toml").decode("utf-8")


def test_a_project_without_any_says_so(run, project):
    assert "nothing is to be run" in run("run", ".", code=2).stderr
