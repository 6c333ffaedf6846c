"""Projects packed into one file: the same numbers when opened again, and nothing from archives of strangers."""

import hashlib
import io
import re
import stat
import struct
import tempfile
import tomllib
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import ArchiveError, InputError, ProjectError
from cwsdiag.languages.visible import visible
from cwsdiag.project import File, FileSet, StudySpec, load_dataset
from cwsdiag.project.archive import _MAGIC, MOST_MEMBERS, files_in, read_archive, write_archive
from tests.packed import packed

GOLD = "我们 在 北京 学习 。\n"
OWN = '[[dataset]]\nname = "own"\ngold = "gold.txt"\n'


def archive_of(datasets, study=None):
    out = io.BytesIO()
    write_archive(out, datasets, study or StudySpec())
    return out.getvalue()


def opened(data, folder, **options):
    return read_archive(io.BytesIO(data), folder, name="it.zip", **options)


def zipped(*members, **said):
    """An archive, which may say of its last member what is not so."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
        for name, value in said.items():
            setattr(archive.filelist[-1], name, value)
    return out.getvalue()


def whole(*extra, toml=OWN, **said):
    """An archive as it should be, with something more in it."""
    gold = GOLD.encode()
    listed = f"{hashlib.sha256(gold).hexdigest()}  gold.txt\n"
    usual = (("project.toml", toml.encode()), ("SHA256SUMS", listed.encode()), ("gold.txt", gold))
    return zipped(*usual, *extra, **said)


def test_a_project_that_somebody_packed_has_no_digests(tmp_path):
    data = zipped(("project.toml", OWN.encode()), ("gold.txt", GOLD.encode()))
    assert load_dataset(opened(data, tmp_path / "again").datasets[0]).gold.surfaces() == GOLD.split()


def packed_file(role, called, data, options=None, /, **about):
    return replace(File.uploaded(role, called, data), file_name=called, options=options or ReadOptions(), **about)


def test_what_is_packed_is_readable_can_be_checked_by_others_and_comes_back(tmp_path):
    name = 'quote " back \\ tab \t line \n delete \x7f nul \x00 音 😀'
    options = ReadOptions("utf-16", "words", ("nfkc", "t2s"), None, ("numbers",)), ReadOptions("gb18030", separator='"')
    about: list[dict[str, Any]] = [{"model": "m", "track": "open", "hidden": True}, {"run_of": "s" * 21}]
    roles = {"train": "training"} | {role: role for role in ("dev", "weights", "documents", "labels", "idioms")}
    dataset = FileSet(
        "own",
        (
            packed_file("gold", "gold.txt", GOLD.encode("gb18030"), ReadOptions("gb18030")),
            packed_file("system", "0.txt", GOLD.encode("utf-16"), options[0], name=name, **about[0]),
            packed_file("system", "1.txt", GOLD.encode("gb18030"), options[1], name="one", **about[1]),
            *(packed_file(role, f"{role}.txt", GOLD.encode()) for role in roles.values()),
        ),
        "count",
        True,
    )
    study, folder = StudySpec(("numbers",), 5), tmp_path / "again"
    data = archive_of([dataset], study)
    project = opened(data, folder)
    shown = dataset.with_changed(dataset.systems[0], name=visible(name))
    assert archive_of(packed(project), project.study) == archive_of([shown], study)
    read = {"encoding": "utf-16", "format": "words", "normalise": ["nfkc", "t2s"], "strip": ["numbers"]}
    own = {
        "name": "own",
        "mismatch": "count",
        "baselines": True,
        "gold": {"file": "own/gold.txt", "encoding": "gb18030"},
        **{key: f"own/{role}.txt" for key, role in roles.items()},
        "system": [
            {"name": name, "prediction": "own/0.txt", **read, **about[0]},
            {"name": "one", "prediction": "own/1.txt", "encoding": "gb18030", "separator": '"', **about[1]},
        ],
    }
    written = tomllib.loads((folder / "project.toml").read_text("utf-8"))
    assert written == {"dataset": [own], "study": {"normalise": ["numbers"], "buckets": 5}}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        listed = dict(line.split("  ")[::-1] for line in archive.read("SHA256SUMS").decode().splitlines())
    # As sha256sum writes it, so that it can check it, too.
    texts = {f"own/{file.file_name}": b"".join(file.source().stored()) for file in dataset.files}
    assert listed == {path: hashlib.sha256(text).hexdigest() for path, text in texts.items()}


def test_paths_inside_are_plain_and_different(tmp_path):
    names = ["../a.txt", "A.txt", "a.txt", "/etc/passwd", "C:\\con.txt", "nul", "b/a.txt", "我.txt", "x" * 300 + ".gz"]
    systems = [packed_file("system", name, GOLD.encode(), name=str(number)) for number, name in enumerate(names)]
    data = archive_of([FileSet("..", (packed_file("gold", "a.txt", GOLD.encode()), *systems))])
    inside = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert len({name.casefold() for name in inside}) == len(inside) == len(names) + 3
    assert all(re.fullmatch(r"(?!.*\.\.)[A-Za-z0-9./\-_我]{,199}", name) for name in inside)
    # Nothing that is refused.
    assert len(opened(data, tmp_path / "again").datasets[0].systems) == len(names)


def huge_table(*, far=False):
    """An archive whose table of contents has a row of the fewest bytes for each of many files."""
    row = b"PK\x01\x02" + bytes(24) + struct.pack("<H16x", 1) + b"x"
    table = row * 100_000
    said = 0xFFFFFFFF if far else len(table)
    end = b"PK\x05\x06" + struct.pack("<4xHHLLH", 0xFFFF, 0xFFFF, said, 0, 0)
    if not far:
        return _MAGIC + table + end
    end_64 = b"PK\x06\x06" + struct.pack("<QHHLLQQQQ", 44, 45, 45, 0, 0, 100_000, 100_000, len(table), 4)
    locator = b"PK\x06\x07" + struct.pack("<LQL", 0, 4 + len(table), 1)
    return _MAGIC + table + end_64 + locator + end


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        # Its table of contents would lie where no archive of this size has it, and a member further on than any file.
        (whole()[:-4] + b"\xff" * 2 + bytes(2), "damaged"),
        (whole(header_offset=2**64 - 1), "damaged"),
        (huge_table(), "table of contents"),
        (huge_table(far=True), "table of contents"),
        (huge_table()[:-2] + b"\x04\0end", "table of contents"),
        (b"no zip at all", "damaged"),
        (whole()[:-30], "damaged"),
        (zipped(("other.txt", b"x")), "no project.toml"),
        *((whole((path, b"x")), "leads out") for path in ("../x", "/x", "a/../../x", "a\\..\\x", "C:x", "a//x", "x\n")),
        *((whole((path, b"x")), "a device") for path in ("nul", "a/CON.txt", "aux/x", "a/com1", "LPT9.gz")),
        *((whole((path, b"x")), "leads out") for path in ("//host/x", "C:/x", "C:\\x", "./x", "a/.", "x.", "x ", "..")),
        (
            whole(("link.txt", b"/etc/passwd"), create_system=3, external_attr=(stat.S_IFLNK | 0o777) << 16),
            "'link.txt' in it .* link or a device",
        ),
        (whole(("gold.txt/x", b"x")), "cannot be unpacked"),
        (whole(toml="#" * 1_000_001), "larger than"),
        (whole(flag_bits=1), "encrypted"),
        (whole(*((f"{number}/", b"") for number in range(MOST_MEMBERS))), "more than"),
    ],
)
def test_archives_of_strangers_are_refused(tmp_path, data, complaint):
    (tmp_path / "x").write_text("mine", "utf-8")
    with pytest.raises(ArchiveError, match=complaint) as raised:
        opened(data, tmp_path / "in" / "again")
    assert str(raised.value).startswith("it.zip: ")
    assert not (tmp_path / "in" / "again").exists(), "nothing stays of it"
    assert (tmp_path / "x").read_text("utf-8") == "mine"


def test_what_unpacks_too_large_is_refused_whatever_its_header_says(tmp_path):
    large = b"\0" * 3_000_000
    data = whole(("large.txt", large))
    assert len(data) < 10_000
    lying = data.replace(len(large).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    for one in (data, lying):
        with pytest.raises(ArchiveError, match=r"unpacks to more than 1 MB|damaged"):
            opened(one, tmp_path / "again", limit=1_000_000)
        assert not (tmp_path / "again").exists()
    assert opened(data, tmp_path / "again", limit=len(large) + 1_000)


@pytest.mark.parametrize(
    ("toml", "complaint"),
    [
        ('[[dataset]]\nname = "x"\ngold = "{outside}"\n', "leads out"),
        ('[[dataset]]\nname = "x"\ngold = "../outside.txt"\n', "leads out"),
        ('[[dataset]]\nname = "x"\ngold = "gold.txt"\nweights = "{outside}"\n', "leads out"),
        ('icwb2 = "{folder}"\n', "cannot be used here"),
        ('board = "board.sqlite"\n[[dataset]]\nname = "x"\ngold = "gold.txt"\n', "cannot be used here"),
        ('[[dataset]]\nname = "x"\ngold = "other.txt"\n', "missing"),
        ("nonsense", "not valid TOML"),
        ('[[dataset]]\nname = "x"\ngold = "a\\u0000b"\n', "no path"),
        (f"x = {'[' * 5_000}{']' * 5_000}\n", "nested too deeply"),
    ],
)
def test_its_project_names_nothing_outside(tmp_path, toml, complaint):
    outside = tmp_path / "outside.txt"
    outside.write_text("秘密 。\n", "utf-8")
    with pytest.raises(ProjectError, match=rf"^it\.zip, project\.toml: .*{complaint}"):
        opened(whole(toml=toml.format(outside=outside, folder=tmp_path)), tmp_path / "again")
    assert not (tmp_path / "again").exists()


@given(st.data())
@examples(max_examples=80)
def test_broken_archives_raise_what_can_be_said(data):
    broken = bytearray(whole())
    for _ in range(data.draw(st.integers(1, 4))):
        broken[data.draw(st.integers(0, len(broken) - 1))] = data.draw(st.integers(0, 255))
    with tempfile.TemporaryDirectory() as folder:
        try:
            opened(bytes(broken), Path(folder) / "again")
        except InputError as error:
            assert str(error)
        inside = Path(folder) / "again"
        assert sorted(Path(folder).iterdir()) in ([], [inside])


def test_texts_of_an_archive_that_is_no_project():
    def files(data, **options):
        return files_in(io.BytesIO(data), name="it.zip", **options)

    gold = GOLD.encode()
    texts = (("data/gold.txt", gold), ("data/crf/out.txt", b"x"), ("data/.DS_Store", b"x"), ("__MACOSX/data/._g", b"x"))
    assert files(zipped(*texts)) == {"gold.txt": gold, "crf/out.txt": b"x"}
    assert files(zipped(("gold.txt", gold))) == {"gold.txt": gold}
    assert files(zipped()) == files(whole()) == {}
    sheet = zipped(("[Content_Types].xml", b"<x/>"), ("xl/workbook.xml", b"<x/>"))
    assert files(sheet) == {"it.zip": sheet}
    good = zipped(("gold.txt", gold))
    for data, limit, said in (
        (good, 3, "unpacks to more"),
        (good[:-30], 99, "damaged"),
        (zipped(("../x", gold)), 99, "leads out"),
    ):
        with pytest.raises(ArchiveError, match=rf"^it\.zip: .*{said}"):
            files(data, limit=limit)
