"""Answers that are kept: made once however many threads ask, those asked for last, again where they failed."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from cwsdiag.memo import Memory, memo


class Thing:
    def __init__(self):
        self.memory, self.made = Memory(), []

    @memo
    def square(self, number, *, plus=0):
        self.made.append(number)
        return number * number + plus

    @property
    @memo
    def answer(self):
        return self.square(6, plus=6)


@memo
def double(thing, number):
    return 2 * number


def test_an_answer_is_made_once_for_each_question():
    thing = Thing()
    assert [thing.square(3), thing.square(3), thing.square(3, plus=1), double(thing, 3)] == [9, 9, 10, 6]
    assert thing.made == [3, 3], "another argument, and another function, are other questions"
    assert (thing.answer, thing.answer) == (42, 42)
    assert thing.made == [3, 3, 6]


def test_threads_that_ask_at_once_get_one_answer():
    thing, start = Thing(), Barrier(8)

    @memo
    def slow(thing):
        thing.made.append("slow")
        return object()

    def ask(_number):
        start.wait()
        return slow(thing)

    with ThreadPoolExecutor(8) as threads:
        assert len(set(map(id, threads.map(ask, range(8))))) == 1
    assert thing.made == ["slow"]
