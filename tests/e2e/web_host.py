"""The web interface of a real Agent Zero checkout, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Self

from .host import HostError, free_port
from .real_host import SHIMS

_START_TIMEOUT_S = 600


class WebHost:
    """Agent Zero's `run_ui.py` on a tree that is ready to run; use it as a context manager.

    Args:
        root: The host's folder, with its settings.
        python: The interpreter that runs it.

    Attributes:
        url: Where it answers.
    """

    def __init__(self, root: Path, python: Path) -> None:
        self._root = root
        self._python = python
        self._port = free_port()
        self._output = root.with_name(f"{root.name}.web-output")
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"http://127.0.0.1:{self._port}/"

    def __enter__(self) -> Self:
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [
                    str(self._python),
                    "run_ui.py",
                    "--dockerized=true",
                    "--host=127.0.0.1",
                    f"--port={self._port}",
                ],
                cwd=self._root,
                env=self._environment(),
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self._wait_until_it_answers()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def run(self, *arguments: str) -> None:
        """Run a command of the plugin as a user does inside the host.

        Raises:
            HostError: It failed.
        """
        command = [str(self._python), "-m", "usr.plugins.graphrag.graphrag", *arguments]
        done = subprocess.run(
            command,
            cwd=self._root,
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise HostError(f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")

    def _wait_until_it_answers(self) -> None:
        assert self._process is not None
        ends = time.monotonic() + _START_TIMEOUT_S
        while self._process.poll() is None and time.monotonic() < ends:
            try:
                with urllib.request.urlopen(self.url, timeout=5):
                    return
            except (urllib.error.URLError, TimeoutError):
                time.sleep(0.3)
        self.__exit__()
        raise HostError(f"the web interface did not start:\n{self._output.read_text()[-3000:]}")

    @staticmethod
    def _environment() -> dict[str, str]:
        ours = ("GRAPHRAG_", "GRAPH_", "NEO4J_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return {**kept, "PYTHONPATH": str(SHIMS), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
