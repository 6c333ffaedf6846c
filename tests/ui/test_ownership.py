"""Who is the owner of a running server, asked over real connections: from this machine, and through proxies on it."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import serving
from tests.trust.visitor import visiting

ROOT = Path(__file__).parents[2]
# What the owner of a board has on its page, and nobody else.
OWNERS = b"Make the task"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A server without options, on this machine alone."""
    folder = tmp_path_factory.mktemp("served")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "cwsdiag", "app", "--port", str(serving.free_port())]
    process = serving.start(command, folder=folder, environment=environment, log=folder / "log.txt")
    yield serving.wait_until_it_answers(process, folder / "log.txt")
    serving.stop([process])


def test_whoever_opens_it_on_this_machine_owns_it_and_who_comes_through_a_proxy_does_not(address):
    ways: tuple[dict[str, Any], ...] = (
        {},
        {"headers": {"X-Forwarded-For": "127.0.0.1"}},
        {"headers": {"Via": "1.1 lab.example"}},
        {"strange": True},
    )
    for way in ways:
        with visiting(address, **way) as visitor:
            said = b"".join(visitor.open("lab"))
        assert b"Example: " in said
        assert (OWNERS in said) == (not way), way
