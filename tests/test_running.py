"""One text and one command: what is taken of what it writes, and how it ends."""

import os
import sys
from threading import Thread

import pytest

from cwsdiag import running
from cwsdiag.errors import Cancelled, CwsdiagError, ReadError
from cwsdiag.inputs import File, Run
from cwsdiag.running import answer, end_all
from cwsdiag.text import text_of

TEXT = text_of(["我们在北京", "他来"], [1, 1])[0]


def program(folder, code, seconds=600):
    (folder / "program.py").write_text(f"import sys\n{code}\n", "utf-8")
    return Run(f"{sys.executable} program.py", "", seconds, folder, File.of("gold", [["我们"]]))


def writes(data):
    return f"sys.stdout.buffer.write({data!r})"


@pytest.mark.parametrize("text", ["\ufeff我们 在 北京\r\n他 来", "  我们\u3000在\t北京 \n他 来\n"])
def test_words_are_what_stands_between_blanks(tmp_path, text):
    cut = answer(program(tmp_path, writes(text.encode())), TEXT, name="own")
    assert list(cut.surfaces()) == ["我们", "在", "北京", "他", "来"]
    assert (cut.text is TEXT, cut.name) == (True, "own")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("我们 在 北京\n".encode(), "wrote 1 lines for 2 sentences"),
        ("我们 在 北平\n他 来\n".encode(), "made '我们 在 北平' of '我们在北京'"),
        ("我们 在 北京\n他 来\n".encode("gb18030"), "It must change no character"),
        ("我们 在\n北京他 来\n".encode(), "made '我们 在' of '我们在北京'"),
    ],
)
def test_what_is_no_cut_of_the_text_is_refused(tmp_path, data, said):
    with pytest.raises(ReadError, match=said):
        answer(program(tmp_path, writes(data)), TEXT, name="own")


def test_it_gets_a_sentence_a_line(tmp_path):
    code = "open('given.txt', 'wb').write(given := sys.stdin.buffer.read()); sys.stdout.buffer.write(given)"
    answer(program(tmp_path, code), TEXT, name="own")
    assert (tmp_path / "given.txt").read_text("utf-8") == "我们在北京\n他来\n"


def test_what_takes_too_long_is_ended(tmp_path):
    with pytest.raises(ReadError, match="took longer than 1 seconds and was ended"):
        answer(program(tmp_path, "import time; time.sleep(600)", seconds=1), TEXT, name="own")


def test_it_ends_when_nobody_wants_it_any_more(tmp_path):
    with pytest.raises(Cancelled):
        answer(
            program(tmp_path, "import time; open('begun', 'w').close(); time.sleep(600)"),
            TEXT,
            name="own",
            stopped=(tmp_path / "begun").exists,
        )
    assert not running._alive


def test_what_runs_ends_with_the_program_and_all_that_it_began(tmp_path):
    # Both hold the pipe open; who reads it hears of its end once neither does any more.
    os.mkfifo(tmp_path / "held")
    code = (
        "import os, subprocess, time\n"
        "os.set_inheritable(held := os.open('held', os.O_WRONLY), True)\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], close_fds=False)\n"
        "os.write(held, b'both')\n"
        "time.sleep(600)\n"
    )
    problems = []

    def ask():
        try:
            answer(program(tmp_path, code), TEXT, name="own")
        except CwsdiagError as error:
            problems.append(str(error))

    thread = Thread(target=ask)
    thread.start()
    with (tmp_path / "held").open("rb") as held:
        assert held.read(4) == b"both"
        end_all()
        assert held.read() == b""
    thread.join()
    assert "ended with code -9" in problems[0]
