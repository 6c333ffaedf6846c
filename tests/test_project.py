"""Project files."""

import pytest

import cwsdiag
from cwsdiag.errors import ProjectError
from tests.icwb2_files import UTF8, build, made

GOOD = """
normalise = ["nfkc"]
board = "board.sqlite"
baselines = true

[[dataset]]
name = "a"
gold = "gold.txt"
train = "train.txt"

[[dataset.system]]
name = "one"
prediction = "one.txt"
track = "open"

[[dataset]]
name = "b"
gold = "gold.txt"
normalise = []
baselines = false

[[dataset.system]]
name = "two"
prediction = "gold.txt"
"""
# A second system of the name of the first.
AGAIN = 'track = "open"\n[[dataset.system]]\nname = "one"\nprediction = "one.txt"'


@pytest.fixture
def folder(tmp_path):
    for name, text in (("gold", "我们 ａｂ\n"), ("train", "我们 好\n"), ("one", "我们 ab\n")):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return tmp_path


def write(folder, text):
    path = folder / "project.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_datasets_and_inherited_options(folder):
    project = cwsdiag.read_project(write(folder, GOOD))
    first, second = project.datasets
    assert (first.name, first.gold.options.normalise, second.gold.options.normalise) == ("a", ("nfkc",), ())
    assert first.systems[0].options.normalise == ("nfkc",)
    dataset = cwsdiag.load_dataset(first)
    assert dataset.gold.surfaces() == ["我们", "ab"]
    assert cwsdiag.score_systems(dataset)[0].f1 == 1.0
    assert cwsdiag.load_dataset(second).training is None
    assert cwsdiag.read_project(folder).path == folder / "project.toml"
    assert (first.systems[0].track, second.systems[0].track, dataset.tracks) == ("open", None, {"one": "open"})
    assert (first.baselines, second.baselines, project.board) == (True, False, folder / "board.sqlite")


GENERATED = """
strip = "quotes"

[[dataset]]
name = "a"
gold = "gold.txt"

[[dataset.system]]
name = "llm"
prediction = "llm.txt"
separator = "_"
strip = ["quotes", "numbers"]
"""


def test_separators_and_what_is_stripped(folder):
    (folder / "llm.txt").write_text("1. “我_们”\n2. ａｂ\n", encoding="utf-8")
    spec = cwsdiag.read_project(write(folder, GENERATED)).datasets[0]
    assert (spec.gold.options.separator, spec.gold.options.strip) == (None, ("quotes",))
    assert (spec.systems[0].options.separator, spec.systems[0].options.strip) == ("_", ("numbers", "quotes"))
    dataset = cwsdiag.load_dataset(spec)
    assert dataset.systems[0].surfaces()[:2] == ["我", "们"]
    assert dataset.systems[0].reading == "separated,_,utf-8,strip-numbers,strip-quotes"


def test_weights_of_a_dataset(folder):
    (folder / "w.weight").write_text("0.5 0\n")
    weighed = '[[dataset]]\nname = "a"\ngold = "gold.txt"\nweights = "w.weight"\n'
    (spec,) = cwsdiag.read_project(write(folder, weighed)).datasets
    difficulty = cwsdiag.load_dataset(spec).difficulty
    assert (difficulty.values.tolist(), difficulty.committee) == ([0.5, 0.0], "w.weight")


RUNS = 'runs = ["one.txt", "gold.txt"]'


def test_runs_of_a_model_are_systems_that_belong_together(folder):
    (spec, _) = cwsdiag.read_project(write(folder, GOOD.replace('prediction = "one.txt"', RUNS))).datasets
    first, second = spec.systems
    assert [(one.name, one.model, one.run_of, one.track) for one in spec.systems] == [
        ("one #1", "one #1", "one", "open"),
        ("one #2", "one #2", "one", "open"),
    ]
    assert (first.path, second.path) == (folder / "one.txt", folder / "gold.txt")
    assert cwsdiag.load_dataset(spec).runs == {"one": ("one #1", "one #2")}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (("gold.txt", "gone.txt"), "gone.txt"),
        (
            ('prediction = "one.txt"', "runs = []"),
            "runs must be a list with at least one in it, each a text that is not blank, and is []",
        ),
        (('track = "open"', RUNS), "runs and prediction cannot stand together"),
        (('track = "open"', 'run_of = "x"\ntrained_on = "b"'), "must be trained on their own dataset"),
        (('train = "train.txt"', 'traín = "train.txt"'), "not valid TOML"),
        # A key that looks like a place in the file is a key.
        (('train = "train.txt"', '"x - at `$.dataset[7]`" = 1'), "dataset 'a': unknown key 'x - at `$.dataset[7]`'"),
        (('track = "open"', "tracks = 1"), "trained_on, hidden, parts."),
        (('name = "b"', 'name = "a"'), "same name"),
        (
            ('["nfkc"]', '["nfkc"]\nformat = "x"'),
            "format must be one of: conll, json, jsonl, pos, separated, tags, tags-end, word-counts, word-list, words",
        ),
        (
            ('["nfkc"]', '["numbers"]'),
            'the top level: normalise must be a list of: nfkc, t2s, underscores, and is ["numbers"].',
        ),
        (('track = "open"', 'separator = "x"'), "system number 1 of dataset 'a': 'x' cannot stand between words"),
        (('track = "open"', 'strip = "bullets"'), "strip must be a list of: markdown, numbers, quotes"),
        (('track = "open"', 'track = "Open"'), "system number 1 of dataset 'a': track must be one of: closed, open"),
        (('track = "open"', AGAIN), "dataset 'a': two systems have the same name: one"),
        (('gold = "gold.txt"\nnormalise', 'gold = "gold.txt"\ncorpus = "pku"\nnormalise'), "corpus needs its folder"),
        (("[[dataset.system]]", "[dataset.system]"), "tables"),
        (
            ('gold = "gold.txt"', "gold = 3"),
            "dataset 'a': gold must be a text that is not blank, or a table, and is 3.",
        ),
        (
            ('track = "open"', 'version = "1.9"'),
            "system number 1 of dataset 'a': 'version' is no key of a system any more. Give each version a name",
        ),
        ((GOOD, ""), "no [[dataset]]"),
    ],
)
def test_what_is_wrong_is_named(folder, change, named):
    with pytest.raises(ProjectError) as caught:
        cwsdiag.read_project(write(folder, GOOD.replace(*change)))
    assert named in str(caught.value)
    assert "project.toml" in str(caught.value)


CORPORA = """
icwb2 = "icwb2-data"

[[dataset]]
corpus = "pku"

[[dataset.system]]
name = "pairs"
prediction = "pairs.txt"
track = "closed"

[[dataset]]
corpus = "pku"
name = "pku, own words"
train = "words.txt"
encoding = "gb18030"
baselines = true

[[dataset]]
name = "own"
gold = "pairs.txt"
"""


@pytest.fixture
def beside_icwb2(tmp_path):
    build(tmp_path, suffixes=(UTF8,))
    (tmp_path / "pairs.txt").write_text(made("pku").prediction, encoding="utf-8")
    (tmp_path / "words.txt").write_bytes("\n".join(made("pku").training_words).encode("gb18030"))
    return tmp_path


def test_corpora_in_a_project_file(beside_icwb2):
    first, second, own = cwsdiag.read_project(write(beside_icwb2, CORPORA)).datasets
    assert [first.name, second.name, own.name] == ["pku", "pku, own words", "own"]
    assert first.gold.path == second.gold.path == beside_icwb2 / "icwb2-data" / "gold" / "pku_test_gold.utf8"
    assert second.training.path == beside_icwb2 / "words.txt"
    assert (own.gold.path, own.training) == (beside_icwb2 / "pairs.txt", None)
    with_text, with_list = cwsdiag.load_dataset(first), cwsdiag.load_dataset(second)
    assert with_text.systems[0].name == "pairs"
    assert (with_text.training.kind, with_list.training.kind) == ("segmented", "list")
    assert with_text.oov.tolist() == with_list.oov.tolist()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('icwb2 = "icwb2-data"', ""), "dataset 'pku': a corpus needs its folder: write icwb2"),
        (('icwb2 = "icwb2-data"', 'icwb2 = "nowhere"'), ": icwb2: "),
        (('icwb2 = "icwb2-data"', 'icwb2 = "."'), "no gold file of as, cityu, msr, pku in it. Name the folder"),
        (('corpus = "pku"', 'corpus = "pku"\ngold = "pairs.txt"'), "delete either gold or corpus"),
        (('name = "own"', 'name = "pku"'), "the top level: two datasets have the same name: pku"),
    ],
)
def test_what_is_wrong_about_corpora_is_named(beside_icwb2, change, said):
    with pytest.raises(ProjectError) as caught:
        cwsdiag.read_project(write(beside_icwb2, CORPORA.replace(*change, 1)))
    assert said in str(caught.value)
    assert str(caught.value).startswith(str(beside_icwb2 / "project.toml"))
