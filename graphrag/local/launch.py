"""Starts the server's process; run by file path, with its options as one JSON argument.

It is run by path because this package has different names in different places: ``graphrag`` if it
was installed, ``usr.plugins.graphrag.graphrag`` inside Agent Zero. The server leaves the starter's
process group and is no longer its child. Exit code 0: the server holds the data folder. If it could
not write there, standard error says why.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from types import ModuleType

IN_USE = 3  # exit code: another server has the data folder
_READY = "ready"


def _load_package() -> None:
    """Make the package importable as ``graphrag`` without running its ``__init__``."""
    package = ModuleType("graphrag")
    package.__path__ = [str(Path(__file__).resolve().parent.parent)]
    sys.modules["graphrag"] = package


def main() -> int:
    """Take the data folder, move to the background and serve."""
    options = json.loads(sys.argv[1])
    sys.path.extend(options.pop("python_path"))
    _load_package()
    # This file is run by its path and has no parent package, so this import cannot be relative.
    from graphrag.local.server import Server

    server = Server.from_json(options)
    if not server.take_folder():
        return IN_USE
    ready, announce = os.pipe()
    if os.fork():
        os.close(announce)
        # Ends when the server has written its run file, or could not, or died.
        with open(ready, encoding="utf-8") as pipe:
            said = pipe.read()
        if said == _READY:
            return 0
        print(said or "it ended at once", file=sys.stderr)
        return 1
    os.close(ready)
    with open(announce, "w", encoding="utf-8") as pipe:
        try:
            server.enter_background()
        except OSError as error:
            pipe.write(str(error))
            return 1
        pipe.write(_READY)
    server.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
