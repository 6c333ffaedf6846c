"""Slices of two: against plain loops, and on a made text with a planted one and without it."""

import io
import json
import re
from dataclasses import replace

import pytest
from click.testing import CliRunner
from hypothesis import given, settings

import cwsdiag
from cwsdiag import cli
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis import slices as module
from cwsdiag.diagnosis.slices import slice_differences, slices
from cwsdiag.errors import ProjectError, SettingError
from cwsdiag.exhibits.looks import look_of
from cwsdiag.exhibits.registry import made
from cwsdiag.files import sample_project
from cwsdiag.findings.proposals import proposals
from cwsdiag.inputs import StudySpec
from cwsdiag.project import load_dataset, read_project
from cwsdiag.project.archive import read_archive, write_archive
from cwsdiag.ui.data.workspace import WorkspaceContent, of_text, to_text
from cwsdiag.views.look import Look
from cwsdiag.views.rows import breakdown_rows
from tests.oracles import paired as paired_oracle
from tests.oracles import slices as oracle
from tests.views.worlds import RESAMPLES, cases, close, usual_case

ALL = ("wLen", "sLen", "oDen", "wFre", "wCon", "wCls", "cCon")
SMALL = ("wLen", "sLen", "wCls")


def diagnosis_of(case, keys):
    world = case.world
    return diagnose(
        case.dataset,
        attributes=keys,
        buckets=world.number,
        resamples=RESAMPLES,
        min_size=world.min_size,
        min_units=world.min_units,
    )


def check_system(case, keys, name):
    world, diagnosis = case.world, diagnosis_of(case, keys)
    words = oracle.Words(world, keys, [name])
    pairs = words.pairs(world.min_size, world.min_units)
    wanted, found = oracle.slices(words, name, pairs, world.draws), slices(diagnosis, name)
    assert found.looked_at == len(pairs)
    positive = sorted((row["excess"] for row in wanted.values() if row["excess"] > 1e-12), reverse=True)[:10]
    assert [row.excess.value for row in found.rows] == pytest.approx(positive)
    for row in found.rows:
        theirs = wanted[row.buckets]
        assert (row.gold, row.predicted, row.matched) == tuple(theirs[key] for key in ("gold", "predicted", "matched"))
        for mine, key in (
            *((row.f1, "f1"), (row.cost, "cost"), (row.excess.low, "low"), (row.excess.high, "high")),
            *((row.p, "p"), (row.p_adjusted, "p_adjusted")),
        ):
            assert close(mine, theirs[key]), (row, key, theirs)


def check_pair(case, keys, a, b):
    world, diagnosis = case.world, diagnosis_of(case, keys)
    words = oracle.Words(world, keys, [a, b])
    pairs, found = words.pairs(world.min_size, world.min_units), slice_differences(diagnosis, a, b)
    assert found.looked_at == len(pairs)
    columns = [(), *pairs]
    tables = [
        [list(cells) for cells in zip(*(words.counts(name, pair) for pair in columns), strict=True)] for name in (a, b)
    ]
    moved = paired_oracle.units_that_differ(*tables)
    differences = [paired_oracle.difference(*tables, column, paired_oracle.f1) for column in range(len(columns))]
    apart = [one for one in differences[1:] if one]
    assert len(found.rows) == min(10, len(apart))
    if len(moved) > 6:
        return
    scores = [paired_oracle.f1] * len(columns)
    drawn = paired_oracle.over_swaps(*tables, scores, paired_oracle.all_swaps(*tables))
    adjusted, _ = paired_oracle.adjusted(*tables, scores, range(1, len(columns)), drawn, exact=True)
    for row in found.rows:
        column = columns.index(row.buckets)
        assert close(row.f1.difference, float(differences[column]))
        assert close(row.f1.p_adjusted, adjusted[column])
        assert row.gold == paired_oracle.total(tables[0], column)[0]


def check(case, keys):
    names = list(case.world.systems)[:2]
    for name in names:
        check_system(case, keys, name)
    if len(names) > 1:
        check_pair(case, keys, *names)


@pytest.mark.parametrize("seed", range(6))
def test_slices_of_usual_texts_are_those_of_plain_loops(seed):
    check(usual_case(seed, difficulty=False), ALL)


@settings(max_examples=25)
@given(cases(difficulty=False))
def test_slices_of_odd_texts_are_those_of_plain_loops(case):
    check(case, SMALL)


def test_pairs_of_more_gold_words_come_first_where_there_are_too_many(monkeypatch):
    case = usual_case(2, difficulty=False)
    name = next(iter(case.world.systems))
    assert slices(diagnosis_of(case, ALL), name).looked_at > 5
    monkeypatch.setattr(module, "MOST_PAIRS", 5)
    assert 0 < slices(diagnosis_of(case, ALL), name).looked_at <= 5


def test_the_largest_significant_excess_is_said_and_proposed():
    dataset = load_dataset(read_project(sample_project()).datasets[0])
    look = Look(dataset, diagnosed=diagnose(dataset, attributes=["wLen", "wFre"]))
    first = slices(look.diagnosis, "crf").rows[0]
    assert first.significant
    content = made(look, "slices", {"system": "crf"}).content
    assert content.numbers["excess"] == first.excess.value
    where = "words with word length 1 and word frequency 0 to 0.0095"
    assert content.sentence.startswith(f"crf loses more at {where} than either explains: F1 0.617, 1.7 points [")
    assert content.glance == ["1.7 points", "F1 0.617"]
    assert content.remark == "9 pairs of buckets were looked at; p is adjusted for that."
    titles = [one.finding.title for one in proposals(look) if one.finding.kind == "slices"]
    assert titles == ["crf loses extra at word length 1, word frequency 0 to 0.0095"]
    level = look_of(cwsdiag.load(gold=[["中国", "人"]], systems={"s": [["中", "国人"]]}))
    said = made(level, "slices", {"system": "s"}).content.sentence
    assert said == "No pair of buckets costs s significantly more than either explains."


def test_commands_tell_slices(tmp_path):
    folder = sample_project().parent / "news" / "first"
    files = ["--gold", folder / "test.txt", "--train", folder / "train.txt", "--attributes", "wLen,wFre"]
    files += [part for name in ("crf", "jieba") for part in ("--system", f"{name}={folder / name}.txt")]

    def run(command, *options):
        return CliRunner().invoke(cli.main, [command, *map(str, files), "--slices", *options]).stdout

    slices_of = json.loads(run("diagnose", "--json", "--csv", str(tmp_path)))["slices"]
    assert [row["system"] for row in slices_of] == ["crf"] * 4 + ["jieba"] * 5
    first = slices_of[0]
    assert first["attributes"][1] == {"key": "wFre", "bucket": 1, "label": "(0, 0.0095]"}
    assert (first["gold"], first["looked_at"]) == (1536, 9) and first["low"] < first["excess"] < first["high"]
    heads, row, *_rows = (tmp_path / "slices.csv").read_text("utf-8-sig").splitlines()
    assert heads.startswith("first_key,first_bucket,first_label,second_key,") and row.startswith("wLen,0,1,wFre,")
    assert "\nSlices of two: crf and jieba" in run("compare")


PROJECT = """
[[dataset]]
name = "own"
gold = "gold.txt"
train = "train.txt"
[[dataset.system]]
name = "s"
prediction = "s.txt"
[[slice]]
name = "long new words"
where = { wLen = ">=2", wFre = 0, sLen = "13 to 15" }
"""


def written(folder, project, case):
    texts = {"gold": case.world.gold, "train": case.world.training or [["中"]]}
    texts["s"] = next(iter(case.world.systems.values())).words
    for name, corpus in texts.items():
        (folder / f"{name}.txt").write_text("\n".join(map(" ".join, corpus)) + "\n", encoding="utf-8")
    (folder / "project.toml").write_text(project, encoding="utf-8")
    return read_project(folder)


@pytest.mark.parametrize("seed", [2, 5])
def test_a_named_slice_is_one_bucket_of_plain_loops(seed):
    case = usual_case(seed, difficulty=False)
    world, name = case.world, next(iter(case.world.systems))
    labels = {key: diagnosis_of(case, [key]).attribute(key).buckets.labels for key in ("wLen", "wCls")}
    where = (("wLen", labels["wLen"][1]), ("wCls", labels["wCls"][0]))
    dataset = replace(case.dataset, slices=(("both", where),))
    found = diagnosis_of(replace(case, dataset=dataset), ["slice:both"])
    assert "both: wLen=" in found.signature
    (row,) = (row for row in breakdown_rows(found, [name]) if row["attribute"] == "slice:both")
    words, buckets = oracle.Words(world, SMALL, [name]), (("wLen", 1), ("wCls", 0))
    counts = words.counts(name, [*buckets])
    assert [row[key] for key in ("gold", "predicted", "matched")] == [sum(one) for one in zip(*counts, strict=True)]
    assert close(row["cost"], oracle.excess(words, name, buckets, [1] * words.sentences)[0])


def test_a_project_names_slices_and_packed_ones_and_workspaces_keep_them(tmp_path):
    project = written(tmp_path, PROJECT.replace(', sLen = "13 to 15"', ""), usual_case(2, difficulty=False))
    wanted = (("long new words", (("wLen", ">=2"), ("wFre", "0"))),)
    (spec,) = project.datasets
    assert spec.study.slices == wanted
    out = io.BytesIO()
    write_archive(out, [spec.with_short_names()], project.study)
    packed = read_archive(io.BytesIO(out.getvalue()), tmp_path / "opened", name="it.zip")
    assert packed.study.slices == wanted
    kept = of_text(to_text(WorkspaceContent((spec,))), path=lambda digest: tmp_path / digest, root=None)
    assert kept.datasets[0].study.slices == wanted
    assert replace(spec, study=StudySpec()).stamp != spec.stamp
    with pytest.raises(SettingError, match=r"slice 'long new words': wLen has no bucket '>=2'. It has: 1; 2; 3; ≥ 4\."):
        diagnose(load_dataset(spec))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            "wLen = ",
            "wLn = ",
            "number 1: where: no attribute of words 'wLn'. Known: wLen, sLen, oDen, wFre, wCon, wCls",
        ),
        ("wLen = ", "cFre = ", "no attribute of words 'cFre'"),
        ("wLen = ", "miss = ", "no attribute of words 'miss'"),
        ("long new", "long, new", "name 'long, new words': write it without commas"),
        ("where", "were", "unknown key 'were'. Known: name, where"),
        (
            '{ wLen = ">=2", wFre = 0, sLen = "13 to 15" }',
            "{}",
            "where must be a table with at least one name in it, the value of each",
        ),
        (
            "[[slice]]",
            '[[slice]]\nname = "long new words"\nwhere = { wLen = 1 }\n[[slice]]',
            "two slices have the same",
        ),
    ],
)
def test_what_is_no_slice_is_one_message(tmp_path, before, after, message):
    with pytest.raises(ProjectError, match=re.escape(message)):
        written(tmp_path, PROJECT.replace(before, after), usual_case(2, difficulty=False))


def test_whether_neighbours_matter_is_asked_of_the_difference_and_not_of_one_system():
    gold = [["我们", "在", "北京", *["喜欢", "看", "电影"] * (number % 2)] for number in range(1200)]
    # Both err at one word all through the first quarter; the second alone at another, here and there.
    a = [["我", "们", *line[1:]] if number < 300 else line for number, line in enumerate(gold)]
    b = [
        [piece for word in line for piece in (word if number % 8 < 2 and word == "北京" else [word])]
        for number, line in enumerate(a)
    ]
    dataset = cwsdiag.load(gold=gold, systems={"a": a, "b": b})
    diagnosis = diagnose(dataset, attributes=SMALL, buckets={"sLen": "edges:6"}, resamples=200, unit="sentence")
    assert diagnosis.block_factor("a") > 2 > diagnosis.block_factor("a", "b")
    rows = slice_differences(diagnosis, "a", "b").rows
    assert rows and not any(row.f1.blocks_matter for row in rows)
