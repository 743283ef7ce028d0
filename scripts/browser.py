"""The browser that takes pictures: that of this machine, or one that is downloaded."""

from __future__ import annotations

import shutil
import subprocess
import sys

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def browser_path() -> str | None:
    """Return the path of a Chromium or Chrome; None after downloading Playwright's own."""
    for name in _NAMES:
        if found := shutil.which(name):
            return found
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)
    return None
