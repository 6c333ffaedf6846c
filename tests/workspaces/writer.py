"""Writes to a workspace in a process of its own, as long as it is let."""

import json
import sys
from pathlib import Path

from cwsdiag.workspaces import Store

store = Store(Path(sys.argv[1]))
workspace = store.open(sys.argv[2])
assert workspace is not None
done = 0
while done < int(sys.argv[3]):
    digest = workspace.keep([f"{sys.argv[4]} {done} ".encode() * 20_000])
    before = workspace.text()
    assert before is not None
    lines = json.loads(before or "[]")
    done += workspace.write(json.dumps([*lines, digest]), instead_of=before)
    print(done, flush=True)
