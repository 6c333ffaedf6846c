"""Where long work of this server is done: on a part of its machine, or by the workers of a cluster."""

from __future__ import annotations

from cwsdiag.parallel import Where
from cwsdiag.ui.host.server import settings
from cwsdiag.ui.work.child import spare_cores


def place() -> Where:
    """Return where, as whoever started the server decided; no file that somebody opens has a say in it.

    Raises:
        SettingError: a cache is to be shared with the workers of no scheduler.
    """
    given = settings()
    elsewhere = given.scheduler is not None
    return Where(None if elsewhere else spare_cores(), given.scheduler, given.shared_cache)
