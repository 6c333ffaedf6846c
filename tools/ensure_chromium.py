"""Find a Chromium for the browser tests, or install one; a clear line and exit code 1 where none can be had.

In this order: one on PATH, one that playwright fetched before, the package manager's (as root or with
passwordless sudo), playwright's own download. Run it with the environment that has playwright.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")
# A container has no user namespaces for the sandbox; the others keep the browser from calling home.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str | None:
    """Return the path of a Chromium on PATH that starts (Ubuntu's stub without snap does not), else None."""
    for name in NAMES:
        path = shutil.which(name)
        if path and _succeeds([path, "--version"]):
            return path
    return None


def main() -> int:
    """Make sure of a browser; return the exit code."""
    _ensure_font()
    path = find_chromium()
    if path is None and not _playwright_starts() and _apt_install("chromium"):
        path = find_chromium()
    if path is not None:
        print(f"Chromium for the browser tests: {path}")
        return 0
    if _playwright_starts() or (_playwright_installs() and _playwright_starts()):
        print("Chromium for the browser tests: playwright's own")
        return 0
    print(
        "No Chromium for the browser tests: none on PATH, and neither the package manager nor playwright "
        f"could install one that starts. Install one as {' or '.join(NAMES)}, "
        "or run: playwright install --with-deps chromium",
        file=sys.stderr,
    )
    return 1


def _ensure_font() -> None:
    """Try to install a font with Chinese characters where there is none: pictures would be empty boxes."""
    if shutil.which("fc-list") is None or _lists_chinese_font() or _apt_install("fonts-noto-cjk"):
        return
    print("Warning: no font has Chinese characters (fc-list :lang=zh). Install fonts-noto-cjk to see them in pictures.")


def _lists_chinese_font() -> bool:
    found = subprocess.run(["fc-list", ":lang=zh"], capture_output=True, text=True, check=False)
    return bool(found.stdout.strip())


def _apt_install(package: str) -> bool:
    """Install ``package`` by apt-get where that needs no password; return whether it is there now."""
    apt = shutil.which("apt-get")
    if apt is None:
        return False
    if os.geteuid() == 0:
        prefix = []
    elif shutil.which("sudo") and _succeeds(["sudo", "-n", "true"]):
        prefix = ["sudo", "-n"]
    else:
        return False
    print(f"Installing {package} by apt-get ...", flush=True)
    run = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", apt, "-q", "-y"]
    return _succeeds([*run, "update"]) and _succeeds([*run, "install", "--no-install-recommends", package])


def _playwright_starts() -> bool:
    """Return whether the Chromium that playwright keeps starts: it may be missing, or libraries it needs."""
    code = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as p:\n"
        f"    p.chromium.launch(args={ARGUMENTS!r}).close()\n"
    )
    return _succeeds([sys.executable, "-c", code])


def _playwright_installs() -> bool:
    print("Downloading playwright's Chromium ...", flush=True)
    return _succeeds([sys.executable, "-m", "playwright", "install", "chromium"])


def _succeeds(command: list[str]) -> bool:
    """Run ``command``; return whether it ended well. What it says is shown only where it fails to install."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    if run.returncode and "install" in command:
        print(run.stdout + run.stderr, file=sys.stderr)
    return run.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
