"""Projects packed into one file: the same numbers when opened again, and nothing from archives of strangers."""

import hashlib
import io
import stat
import string
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

Member = tuple[str, bytes]
GOLD = "我们 在 北京 学习 。\n"


def archive_of(datasets: list[FileSet], study: StudySpec | None = None) -> bytes:
    out = io.BytesIO()
    write_archive(out, datasets, study)
    return out.getvalue()


def opened(data: bytes, folder: Path, **options: int):
    return read_archive(io.BytesIO(data), folder, name="it.zip", **options)


def zipped(*members: Member | tuple[zipfile.ZipInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return out.getvalue()


def whole(*extra: Member | tuple[zipfile.ZipInfo, bytes], toml: str = "") -> bytes:
    """An archive as it should be, with something more in it."""
    gold = GOLD.encode()
    listed = f"{hashlib.sha256(gold).hexdigest()}  gold.txt\n"
    project = toml or '[[dataset]]\nname = "own"\ngold = "gold.txt"\n'
    usual = (("project.toml", project.encode()), ("SHA256SUMS", listed.encode()), ("gold.txt", gold))
    return zipped(*usual, *extra)


def test_a_project_that_somebody_packed_has_no_digests(tmp_path: Path) -> None:
    toml = b'[[dataset]]\nname = "own"\ngold = "gold.txt"\n'
    data = zipped(("project.toml", toml), ("gold.txt", GOLD.encode()))
    assert load_dataset(opened(data, tmp_path / "again").datasets[0]).gold.surfaces() == GOLD.split()


def packed_file(role: Any, called: str, data: bytes, options: ReadOptions | None = None, /, **about: Any) -> File:
    return replace(File.uploaded(role, called, data), file_name=called, options=options or ReadOptions(), **about)


def content(file: File) -> bytes:
    return b"".join(file.source().stored())


OTHERS = ("gold", "training", "idioms", "weights", "labels", "documents", "dev", "raw")


def test_whatever_is_said_of_files_comes_back(tmp_path: Path) -> None:
    options = [
        ReadOptions("utf-16", "words", ("nfkc", "t2s"), None, ("numbers",)),
        ReadOptions(None, None, (), '"', ("markdown", "quotes")),
        ReadOptions("gb18030", None, ("nfkc",), "U+200B"),
    ]
    name = 'quote " back \\ tab \t line \n delete \x7f nul \x00 音 😀'
    told = [{"model": "model", "track": "open", "hidden": True}, {"run_of": "m" * 21}, {}]
    files = [
        packed_file("system", name, GOLD.encode(one.encoding or "utf-8"), one, name=f"{name} {number}", **about)
        for number, (one, about) in enumerate(zip(options, told, strict=True))
    ]
    files += [packed_file(role, f"{role}.txt", GOLD.encode()) for role in OTHERS]
    dataset, study = FileSet(name, tuple(files), "count", True), StudySpec(("numbers",), 5)
    data = archive_of([dataset], study)
    project = opened(data, tmp_path / "again")
    (again,) = project.datasets
    assert project.study == study
    assert (again.name, again.mismatch, again.baselines) == (visible(name), "count", True)
    by_role = {
        role: [file for file in dataset.files if file.role == role] for role in ("system", "gold", "training", "idioms")
    }
    for role, before in by_role.items():
        for one, other in zip(before, again.of(role), strict=True):
            assert (other.options, content(other)) == (one.options, content(one))
    for one, system in zip(files[:3], again.systems, strict=True):
        assert (system.name, system.model) == (visible(one.name), one.model or system.name)
        assert (system.track, system.hidden, system.run_of) == (one.track, one.hidden, one.run_of)
    assert archive_of([dataset], study) == data


def test_paths_inside_are_plain_and_different(tmp_path: Path) -> None:
    names = ["../a.txt", "A.txt", "a.txt", "/etc/passwd", "C:\\con.txt", "nul", "b/a.txt", "我.txt", "x" * 300 + ".gz"]
    systems = (packed_file("system", name, GOLD.encode(), name=str(number)) for number, name in enumerate(names))
    data = archive_of([FileSet("..", (packed_file("gold", "a.txt", GOLD.encode()), *systems))])
    inside = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert len({name.casefold() for name in inside}) == len(inside) == len(names) + 3
    allowed = set(string.ascii_letters + string.digits + "./-_我")
    assert all(set(name) <= allowed and ".." not in name and len(name) < 200 for name in inside)
    assert len(opened(data, tmp_path / "again").datasets[0].systems) == len(names)


def test_project_file_is_readable_and_digests_can_be_checked_by_others(tmp_path: Path) -> None:
    crf = packed_file("system", "crf.txt", GOLD.encode(), name="crf", track="closed", hidden=True)
    gold = packed_file("gold", "gold.txt", GOLD.encode("gb18030"), ReadOptions("gb18030"))
    data = archive_of([FileSet("own", (gold, crf), "skip")])
    folder = tmp_path / "again"
    opened(data, folder)
    text = (folder / "project.toml").read_text("utf-8")
    assert tomllib.loads(text)["dataset"] == [
        {
            "name": "own",
            "gold": {"file": "own/gold.txt", "encoding": "gb18030"},
            "mismatch": "skip",
            "system": [{"name": "crf", "prediction": "own/crf.txt", "track": "closed", "hidden": True}],
        }
    ]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        listed = archive.read("SHA256SUMS").decode().splitlines()
    files = ("own/gold.txt", "own/crf.txt")
    # As sha256sum writes it, so that it can check it, too.
    assert listed == [f"{hashlib.sha256((folder / file).read_bytes()).hexdigest()}  {file}" for file in files]


def link(target: str) -> tuple[zipfile.ZipInfo, bytes]:
    info = zipfile.ZipInfo("link.txt")
    info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    return info, target.encode()


def encrypted() -> bytes:
    data = bytearray(whole())
    for start in (data.find(b"PK\x03\x04"), data.find(b"PK\x01\x02")):
        data[start + (6 if data[start + 2] == 3 else 8)] |= 1
    return bytes(data)


def moved() -> bytes:
    """An archive whose table of contents says that it lies where no archive of this size has it."""
    data = bytearray(whole())
    data[-4] = 255
    return bytes(data)


def huge_table(*, far: bool = False) -> bytes:
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


def far_off() -> bytes:
    """An archive whose member begins further on than any file reaches."""
    data = whole()
    # A row that leaves the place to a field of its own, which says the largest number that there is.
    place = data.rfind(b"PK\x01\x02")
    length = struct.unpack_from("<H", data, place + 28)[0]
    row = bytearray(data[place : place + 46 + length])
    row[30:32], row[42:46] = struct.pack("<H", 12), b"\xff" * 4
    row += struct.pack("<HHQ", 1, 8, 2**64 - 1)
    end = bytearray(data[data.rfind(b"PK\x05\x06") :])
    end[12:16] = struct.pack("<L", struct.unpack_from("<L", end, 12)[0] + 12)
    return data[:place] + bytes(row) + bytes(end)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (moved(), "damaged"),
        (far_off(), "damaged"),
        (huge_table(), "table of contents"),
        (huge_table(far=True), "table of contents"),
        (huge_table()[:-2] + b"\x04\0end", "table of contents"),
        (b"no zip at all", "damaged"),
        (whole()[:-30], "damaged"),
        (zipped(("other.txt", b"x")), "no project.toml"),
        *((whole((path, b"x")), "leads out") for path in ("../x", "/x", "a/../../x", "a\\..\\x", "C:x", "a//x", "x\n")),
        *((whole((path, b"x")), "a device") for path in ("nul", "a/CON.txt", "aux/x", "a/com1", "LPT9.gz")),
        *((whole((path, b"x")), "leads out") for path in ("//host/x", "C:/x", "C:\\x", "./x", "a/.", "x.", "x ", "..")),
        (whole(link("/etc/passwd")), "'link.txt' in it .* link or a device"),
        (whole(("gold.txt/x", b"x")), "cannot be unpacked"),
        (whole(toml="#" * 1_000_001), "larger than"),
        (encrypted(), "encrypted"),
        (whole(*((f"{number}/", b"") for number in range(MOST_MEMBERS))), "more than"),
    ],
)
def test_archives_of_strangers_are_refused(tmp_path: Path, data: bytes, complaint: str) -> None:
    (tmp_path / "x").write_text("mine", "utf-8")
    with pytest.raises(ArchiveError, match=complaint) as raised:
        opened(data, tmp_path / "in" / "again")
    assert str(raised.value).startswith("it.zip: ")
    assert not (tmp_path / "in" / "again").exists(), "nothing stays of it"
    assert (tmp_path / "x").read_text("utf-8") == "mine"


def test_what_unpacks_too_large_is_refused_whatever_its_header_says(tmp_path: Path) -> None:
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
        ('[[dataset]]\nname = "x"\ngold = {{ file = "{outside}" }}\n', "leads out"),
        ('[[dataset]]\nname = "x"\ngold = "gold.txt"\nweights = "{outside}"\n', "leads out"),
        ('icwb2 = "{folder}"\n', "cannot be used here"),
        ('board = "board.sqlite"\n[[dataset]]\nname = "x"\ngold = "gold.txt"\n', "cannot be used here"),
        ('[[dataset]]\nname = "x"\ngold = "other.txt"\n', "missing"),
        ("nonsense", "not valid TOML"),
        ('[[dataset]]\nname = "x"\ngold = "a\\u0000b"\n', "no path"),
        (f"x = {'[' * 5_000}{']' * 5_000}\n", "nested too deeply"),
    ],
)
def test_its_project_names_nothing_outside(tmp_path: Path, toml: str, complaint: str) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("秘密 。\n", "utf-8")
    with pytest.raises(ProjectError, match=rf"^it\.zip, project\.toml: .*{complaint}"):
        opened(whole(toml=toml.format(outside=outside, folder=tmp_path)), tmp_path / "again")
    assert not (tmp_path / "again").exists()


@given(st.data())
@examples(max_examples=80)
def test_broken_archives_raise_what_can_be_said(data: st.DataObject) -> None:
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


def test_texts_of_an_archive_that_is_no_project() -> None:
    def files(data: bytes, **options: int) -> dict[str, bytes]:
        return files_in(io.BytesIO(data), name="it.zip", **options)

    gold = GOLD.encode()
    texts = (("data/gold.txt", gold), ("data/crf/out.txt", b"x"), ("data/.DS_Store", b"x"), ("__MACOSX/data/._g", b"x"))
    assert files(zipped(*texts)) == {"gold.txt": gold, "crf/out.txt": b"x"}
    assert files(zipped(("gold.txt", gold))) == {"gold.txt": gold}
    assert files(zipped()) == files(whole()) == {}
    sheet = zipped(("[Content_Types].xml", b"<x/>"), ("xl/workbook.xml", b"<x/>"))
    assert files(sheet) == {"it.zip": sheet}
    with pytest.raises(ArchiveError, match=r"^it\.zip: it unpacks to more than 0 MB"):
        files(zipped(("gold.txt", gold)), limit=3)
    with pytest.raises(ArchiveError, match=r"^it\.zip: the archive is damaged"):
        files(zipped(("gold.txt", gold))[:-30])
    with pytest.raises(ArchiveError, match=r"^it\.zip: '\.\./x' in it leads out"):
        files(zipped(("../x", gold)))
