"""Every argument of what ``import cwsdiag`` gives is checked: what makes no sense is one error of our own.

The functions and methods are found by looking, with their arguments: a new one fails here until it says what it takes.
"""

import inspect
import math
from pathlib import Path

import numpy as np
import pytest

import cwsdiag
from cwsdiag.arguments import bounds, choice, choices, flag, number, path, text, texts, whole
from cwsdiag.errors import CwsdiagError, SettingError
from cwsdiag.exhibits.registry import KINDS
from cwsdiag.files import limit
from cwsdiag.formats import Source

GOLD = [["我们", "喜欢", "分词"], ["你", "好"]]
CUT = [["我", "们", "喜欢", "分词"], ["你好"]]
# What is no value of most arguments. Those that are one of some are named below.
WRONG = {
    "None": None,
    "true": True,
    "number": 7,
    "negative": -1,
    "huge": 10**6000,
    "fraction": 3.5,
    "nan": math.nan,
    "bytes": b"x",
    "word": "nosuch",
    "empty": "",
    "surrogate": "\ud800",
    "NUL": "a\0b",
    "strings": ["我们", "喜欢"],
    "numbers": [[1, 2]],
    "nones": [None],
    "mixed": [["我们"], None],
    "dict": {"nosuch": object()},
    "keys": {1: 2},
    "set": {5},
    "object": object(),
    "array": np.zeros((2, 2)),
}
TEXTS = {"word", "empty"}
# Of each function, by argument, which of these are values of it.
TAKEN = {
    "load": {
        "gold": set(),
        "systems": {"None"},
        "runs": {"None"},
        "training": {"None"},
        "name": {*TEXTS, "NUL"},
        "encoding": {"None"},
        "input_format": {"None"},
        "normalise": set(),
        "separator": {"None"},
        "strip": set(),
        "mismatch": set(),
        "weights": {"None"},
        "documents": {"None"},
    },
    "diagnose": {
        "dataset": set(),
        "attributes": {"None"},
        "buckets": {"None", "number", "empty"},
        "resamples": {"number"},
        "seed": {"number"},
        "min_size": {"number"},
        "min_units": {"number"},
        "unit": set(),
    },
    "score_systems": {"dataset": set()},
    "load_dataset": {"spec": set()},
    "read_project": {"path": set(), "closed": {"true"}, "complete": {"true"}, "called": {*TEXTS, "NUL"}},
    "Dataset.oddities": {},
    "Dataset.system": {"name": set()},
    "Diagnosis.figure": {"kind": set(), "options": set()},
    "Diagnosis.attribute": {"key": set()},
    "Diagnosis.columns": {"key": set()},
    "Diagnosis.units_holding": {"systems": set()},
    "Diagnosis.units_beside": {"name": set(), "other": set()},
    "Diagnosis.nameable": {"systems": set()},
    "Diagnosis.overall_difference": {"better": set(), "other": set()},
    "Diagnosis.bucket_differences": {"better": set(), "other": set(), "key": set()},
    "Diagnosis.intervals_beside": {"name": set(), "other": set()},
    "Diagnosis.counts_beside": {"name": set(), "other": set()},
    "Diagnosis.ordered": {"first": set(), "second": set()},
    "Diagnosis.system_values": {"name": set()},
    "Diagnosis.error_kinds": {"name": set()},
    "Diagnosis.kind_counts": {"name": set()},
    "Diagnosis.self_diagnosis": {},
    "Diagnosis.aided_diagnosis": {"pairs": {"None"}},
    "Diagnosis.hidden": {},
    "Figure.save": {"path": set(), "size": set()},
    "Attribute.values": {"context": set()},
    "Attribute.undefined_because": {"training": set(), "difficulty": set()},
}
# What only attributes and the code around them are handed.
NOT_BY_PEOPLE = {"Attribute.values", "Attribute.undefined_because"}


@pytest.fixture(scope="module")
def right(tmp_path_factory):
    """Return what each function is called with, and by what, where all is as it should be."""
    project = tmp_path_factory.mktemp("project") / "project.toml"
    project.write_text('[[dataset]]\nname = "made"\ngold = "gold.txt"\n', encoding="utf-8")
    (project.parent / "gold.txt").write_text("我们 喜欢\n", encoding="utf-8")
    dataset = cwsdiag.load(gold=GOLD, training=GOLD, systems={"one": CUT, "two": GOLD})
    diagnosis = cwsdiag.diagnose(dataset, resamples=10)
    names = {"name": "one", "other": "two", "better": "one", "first": "one", "second": "two", "key": "wLen"}
    return {
        "load": {"gold": GOLD},
        "diagnose": {"dataset": dataset, "resamples": 10},
        "score_systems": {"dataset": dataset},
        "load_dataset": {"spec": cwsdiag.read_project(project).datasets[0]},
        "read_project": {"path": project},
        "Diagnosis.figure": {"kind": "self", "options": "one"},
        "Figure.save": {"path": project.parent / "caption.txt", "size": "column"},
        "objects": {"Dataset": dataset, "Diagnosis": diagnosis, "Figure": diagnosis.figure("scores")},
        "names": {**names, "systems": "one", "pairs": [("one", "two")]},
    }


def public():
    """Yield every public function, and every method of a public class, by name with its parameters."""
    for name in cwsdiag.__all__:
        found = getattr(cwsdiag, name)
        if inspect.isclass(found):
            for method, function in inspect.getmembers(found, inspect.isfunction):
                if not method.startswith("_") and name != "SystemScore":
                    yield f"{name}.{method}", [one for one in inspect.signature(function).parameters if one != "self"]
        elif inspect.isfunction(found):
            yield name, list(inspect.signature(found).parameters)


def test_every_argument_is_in_the_table():
    assert {name: set(arguments) for name, arguments in public()} == {
        name: set(arguments) for name, arguments in TAKEN.items()
    }


def called(name, right, argument, value):
    owner, _, method = name.partition(".")
    if not method:
        return getattr(cwsdiag, name)(**{**right[name], argument: value})
    function = getattr(right["objects"][owner], method)
    parameters = inspect.signature(function).parameters.values()
    wanted = {**right["names"], **right.get(name, {}), argument: value}
    plain = [wanted[one.name] for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.VAR_POSITIONAL)]
    named = {one.name: wanted[one.name] for one in parameters if one.kind is one.KEYWORD_ONLY}
    return function(*plain, **named, **({"system": wanted["options"]} if name == "Diagnosis.figure" else {}))


@pytest.mark.parametrize("name", [name for name in TAKEN if name not in NOT_BY_PEOPLE])
def test_what_makes_no_sense_is_one_error_of_our_own(name, right, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for argument, taken in TAKEN[name].items():
        for what, value in WRONG.items():
            try:
                called(name, right, argument, value)
            except CwsdiagError as error:
                assert len(str(error)) < 400, (argument, what)
                assert "\n" not in str(error), (argument, what)
                assert str(error).isprintable(), (argument, what)
            except Exception as error:
                raise AssertionError(f"{name}: {argument} = {what}: {type(error).__name__}") from error
            else:
                assert what in taken, f"{name}: {argument} takes {what}"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"mismatch": "eror"}, "mismatch is 'eror': give 'error', 'skip' or 'count'. Did you mean 'error'?"),
        ({"mismatch": None}, "mismatch is None: give 'error', 'skip' or 'count'."),
        ({"input_format": "conl"}, "Did you mean 'conll'?"),
        ({"normalise": "nfkc"}, "normalise is 'nfkc': give a list of texts, such as ['nfkc']."),
        ({"separator": "abc"}, "'abc' cannot stand between words"),
        ({"gold": ["我们", "喜欢"]}, "gold: sentence 1 is '我们', no list of words."),
        ({"gold": [["我们"], {"喜欢"}]}, "gold: sentence 2 is {'喜欢'}, no list of words."),
        ({"gold": [["我们", 5]]}, "5 is not a word"),
        ({"systems": {"mine": ["我们"]}}, "mine: sentence 1 is '我们', no list of words."),
        ({"systems": {1: CUT}}, "a name in systems is 1: give a text."),
        ({"systems": {"\udc80": CUT}}, "a name in systems is '\\udc80': this is no text in UTF-8."),
        ({"runs": {"bert": "one.txt"}}, "the runs of bert are 'one.txt': give a list with the prediction of each."),
        ({"runs": {"bert": [["我们"]]}}, "bert #1: sentence 1 is '我们', no list of words."),
        ({"training": {"词": -3}}, "training: how often '词' occurs is -3: give a whole number from 0"),
        ({"training": {"词": True}}, "training: how often '词' occurs is True"),
        ({"training": {"词": "3"}}, "training: how often '词' occurs is '3'"),
        ({"weights": [0.5]}, "weights is [0.5]: give the path of a file."),
    ],
)
def test_what_load_says(wrong, said):
    with pytest.raises(SettingError) as caught:
        cwsdiag.load(**{"gold": GOLD, **wrong})
    assert said in str(caught.value)


def test_what_is_right_is_taken(tmp_path):
    file = tmp_path / "gold.txt"
    file.write_text("我们 喜欢 分词\n你 好\n", encoding="utf-8")
    arrays = [np.array(sentence) for sentence in GOLD]
    for gold in (file, str(file), Source.from_path(file), GOLD, tuple(map(tuple, GOLD)), map(iter, GOLD), arrays):
        assert cwsdiag.load(gold=gold).gold.surfaces() == [word for sentence in GOLD for word in sentence]
    dataset = cwsdiag.load(gold=GOLD, training={"我们": np.int64(3)}, normalise=("nfkc",), strip={"quotes", "numbers"})
    assert dataset.training.word_counts == {"我们": 3}
    assert cwsdiag.diagnose(dataset, resamples=np.int64(3), seed=np.uint8(1)).resamples == 3


def test_wrappers_are_stripped_in_one_order_whatever_that_of_their_names():
    source = Source.from_bytes("gold.txt", "1. “我们 喜欢”\n2. “你 好”\n".encode())
    one, other = (cwsdiag.load(gold=source, strip=keys).gold for keys in (["quotes", "numbers"], ["numbers", "quotes"]))
    assert one.surfaces() == other.surfaces() == ["我们", "喜欢", "你", "好"]


def test_figures_refuse_what_their_options_cannot_be(right):
    diagnosis = right["objects"]["Diagnosis"]
    there = {"system": "one", "other": "two", "attribute": "wLen", "sentence": "1"}
    for kind, found in KINDS.items():
        needed = {name: there.get(name, "1") for name in found.needs}
        for name in (*found.needs, *found.takes):
            for value in ("nosuch", "", "99", -1, "\n", "x" * 2000):
                try:
                    assert diagnosis.figure(kind, **{**needed, name: value}).caption
                except CwsdiagError as error:
                    assert len(str(error)) < 400, (kind, name, value)
                except Exception as error:
                    raise AssertionError(f"{kind}: {name} = {value!r:.20}: {type(error).__name__}") from error


class InBytes:
    """A path that is not one of texts."""

    def __fspath__(self):
        return b"x"


CHECKS = [
    (lambda value: whole("k", value, bounds.MEMBERS), 10**11, "k is 100000000000: give a whole number from 1 to"),
    (lambda value: whole("k", value, bounds.MEMBERS), 10**6000, "k is a number of more than 30 digits"),
    (lambda value: whole("k", value, bounds.MEMBERS), 3.0, "k is 3.0"),
    (lambda value: number("c", value, 0, 1), math.nan, "c is nan: give a number from 0 to 1."),
    (lambda value: number("c", value, 0, 1, above=True), 0, "c is 0: give a number above 0, up to 1."),
    (lambda value: number("c", value, 0, 1), 10**400, "c is a number of more than 30 digits"),
    (lambda value: flag("f", value), 1, "f is 1: give True or False."),
    (lambda value: choice("x", value, ("a",)), 5, "x is 5: give 'a'."),
    (lambda value: choice("x", value, (True, False)), "True", "x is 'True': give True or False."),
    (lambda value: choices("x", value, ("a", "b")), ["a", "c"], "x is 'c': give 'a' or 'b'."),
    (lambda value: texts("x", value, "['a']"), [10**6000], "x is an object of the class 'list'"),
    (lambda value: text("x", value), "y" * 5000 + "\ud800", "this is no text in UTF-8"),
    (lambda value: path("p", value), InBytes(), "give the path of a file"),
]


@pytest.mark.parametrize("row", CHECKS, ids=lambda row: row[2])
def test_checks(row):
    check, value, said = row
    with pytest.raises(SettingError) as caught:
        check(value)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 200


def test_checks_return_what_they_are_given():
    assert whole("k", np.int32(5), bounds.MEMBERS) == 5
    assert type(whole("k", np.int32(5), bounds.MEMBERS)) is int
    assert number("c", 1, 0, 1) == 1.0
    assert choices("x", {"a"}, ("a", "b")) == ("a",)
    assert path("p", Path("a")) == Path("a")
    assert bounds.SEED.read("12") == 12
    for wrong in ("", "-1", "1.5", "x", "9" * 5000, str(bounds.SEED.most + 1)):
        assert bounds.SEED.read(wrong) is None


@pytest.mark.parametrize("said", ["9" * 5000, "0", "-1", "1.5", "x", "1000001"])
def test_the_limit_of_size_has_bounds(monkeypatch, said):
    monkeypatch.setenv("CWSDIAG_MAX_MB", said)
    with pytest.raises(SettingError, match="a whole number of megabytes from 1 to 1,000,000") as caught:
        limit()
    assert len(str(caught.value)) < 200
