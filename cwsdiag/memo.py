"""Answers about one thing, each made once: however many threads ask, and those asked for last are kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock, RLock
from typing import Any, Concatenate, ParamSpec, TypeVar

# How many answers to a question are kept about one thing unless it says otherwise: they are small beside that thing.
_KEPT = 256

S = TypeVar("S")
P = ParamSpec("P")
T = TypeVar("T")


class Memory:
    """The answers about one thing, by the function that makes them and by its further arguments."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._answers: dict[Hashable, OrderedDict[Hashable, _Answer]] = {}
        self._lock = Lock()

    def __reduce__(self) -> tuple[type[Memory], tuple[()]]:
        """Take nothing along to another process."""
        return Memory, ()

    def ask(self, question: Hashable, arguments: Hashable, make: Callable[[], T], *, kept: int = _KEPT) -> T:
        """Return an answer, made by the first who asks; who asks meanwhile waits. What fails is tried again.

        Args:
            question: the function whose answer it is.
            arguments: that it is asked with.
            make: answers.
            kept: how many answers to this question are kept, the ones asked for last.
        """
        with self._lock:
            answers = self._answers.setdefault(question, OrderedDict())
            answer = answers.setdefault(arguments, _Answer())
            answers.move_to_end(arguments)
            if len(answers) > kept:
                answers.popitem(last=False)
        # One at a time, and not under the lock of all: an answer may rest on others.
        with answer.lock:
            if not answer.known:
                answer.value, answer.known = make(), True
            value: T = answer.value
            return value


class _Answer:
    def __init__(self) -> None:
        self.lock, self.known = RLock(), False
        self.value: Any = None


def memo(make: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Have a function's answers about its first argument kept in the ``memory`` of that, by the further arguments.

    What is kept holds no text: texts are made when they are shown, in the language of who reads them.
    """

    @wraps(make)
    def asked(one: Any, /, *args: P.args, **more: P.kwargs) -> T:
        memory: Memory = one.memory
        return memory.ask(asked, (*args, *sorted(more.items())), lambda: make(one, *args, **more))

    return asked
