"""What takes long to read is read once, kept, and says how far it is."""

import threading

import pytest

from cwsdiag.ui.data.files import File, FileSet
from cwsdiag.ui.data.reading import load_files
from cwsdiag.ui.work import shelf
from cwsdiag.ui.work.shelf import Reading, Shelf


def get(kept: Shelf[str], stamp: str, made: list[str]) -> str:
    def work(told: object) -> str:
        made.append(stamp)
        return stamp.upper()

    return kept.get(stamp, work, size=1, what="Reading")


def test_results_are_kept_and_the_oldest_go() -> None:
    kept, made = Shelf[str](2), list[str]()
    for stamp in ("a", "b", "a", "c", "a", "b"):
        assert get(kept, stamp, made) == stamp.upper()
    assert made == ["a", "b", "c", "b"]


def test_fault_is_raised_and_not_kept() -> None:
    kept = Shelf[str](2)

    def broken(told: object) -> str:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        kept.get("a", broken, size=1, what="Reading")
    assert get(kept, "a", []) == "A"


def test_who_asks_meanwhile_waits_for_the_same_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "PATIENCE", 30)
    kept, made, go = Shelf[str](2), list[str](), threading.Event()

    def slow(told: object) -> str:
        go.wait(120)
        made.append("a")
        return "A"

    threads = [threading.Thread(target=lambda: kept.get("a", slow, size=1, what="Reading")) for _ in range(3)]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join(120)
    assert made == ["a"]


def test_progress_in_words() -> None:
    reading: Reading[str] = Reading("Reading files", 50_000_000)
    reading.tell(13_000_000)
    assert reading.progress == "Reading files … 13 of 50 MB"
    reading.tell(99_000_000)
    assert (reading.share, reading.progress) == (1.0, "Reading files … all 50 MB read, counting words")
    assert Reading[str]("Reading files", 0).share == 0


def test_reading_tells_of_all_bytes() -> None:
    text = "我们 在 北京 。\n" * 500
    gold, training = (File.uploaded(role, role, text.encode()) for role in ("gold", "training"))
    files = FileSet(gold=gold, training=training, systems=(File.uploaded("system", "s", text.encode()),))
    told: list[int] = []
    load_files(files, told.append)
    assert sum(told) >= files.size == 3 * len(text.encode())
