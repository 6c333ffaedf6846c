"""Where long work of a server is done: as whoever started it decided."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from cwsdiag import cli
from cwsdiag.errors import SettingError
from cwsdiag.parallel import Where
from cwsdiag.ui.host.server import ServerSettings, started_with
from cwsdiag.ui.work.child import spare_cores
from cwsdiag.ui.work.place import place


def test_it_is_this_machine_unless_the_server_was_given_workers():
    with started_with(ServerSettings()):
        assert place() == Where(spare_cores())
    given = ServerSettings.of_arguments(["--scheduler", "tcp://a:1", "--shared-cache", "/models", "mine"])
    assert given == ServerSettings(Path("mine"), scheduler="tcp://a:1", shared_cache=Path("/models"))
    with started_with(given):
        assert place() == Where(None, "tcp://a:1", Path("/models"))
    with started_with(ServerSettings(shared_cache=Path("/models"))), pytest.raises(SettingError, match="scheduler"):
        place()


def test_a_cache_that_is_shared_with_nobody_is_refused_before_the_server_starts():
    result = CliRunner().invoke(cli.main, ["app", "--shared-cache", "models"])
    assert result.exit_code == 2
    assert "shared with the workers of a scheduler" in result.stderr
