"""Puts the plugin's files into an Agent Zero folder, and removes them again.

A manifest beside the package lists every file that was made, with its SHA-256, and every folder. It
is written before the first file, so that an interrupted installation can be undone too.
``install.sh`` and ``uninstall.sh`` run this; it needs nothing but Python 3.11.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

REPOSITORY = Path(__file__).resolve().parent.parent

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python runs this line too
        sys.exit("error: Python 3.11 to 3.13 is needed; name one with PYTHON=...")
    # The repository is left without compiled files.
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(REPOSITORY))

from graphrag.agent_zero.install.file_layout import LAYOUTS, Layout, layout_of  # noqa: E402
from graphrag.errors import GraphragError  # noqa: E402
from scripts.host_manifest import (  # noqa: E402
    Manifest,
    checksum,
    copy_file,
    remove_file,
    remove_if_empty,
)

if TYPE_CHECKING:
    from graphrag.agent_zero.install.folders import PluginFolders

IMAGE_PYTHON = Path("/opt/venv-a0/bin/python")
"""Agent Zero's own Python in its Docker image."""

_HOST_MADE = ("config.json", ".toggle-0", ".toggle-1")
_PLACES = ("usr/projects/*/.a0proj", "usr/projects/*/.a0proj/agents/*", "usr/agents/*", "agents/*")
"""The folders of projects and profiles, which may have settings of their own."""

_MANIFEST_NAME = ".installed-files"


class InstallError(Exception):
    """The installation cannot be done: why, and what to do, in one line."""


def required_layout(host: Path) -> Layout:
    """Return which generation of Agent Zero a folder holds.

    Raises:
        InstallError: It holds none.
    """
    layout = layout_of(host)
    if layout is None:
        signs = " nor ".join(f"{layout.sign} ({layout.name})" for layout in LAYOUTS)
        raise InstallError(
            f"{host} is not an Agent Zero folder: it has neither {signs}; "
            "specify the folder that contains agent.py"
        )
    return layout


def _own_folder(layout: Layout) -> PurePosixPath:
    """Return the folder that only the plugin uses."""
    package = PurePosixPath(layout.parts["graphrag"])
    return package.parent if layout.has_plugins else package


def plan(layout: Layout, repository: Path = REPOSITORY) -> dict[str, Path]:
    """Return which file goes where: path in the host -> source."""
    wanted: dict[str, Path] = {}
    for part, installed_at in layout.parts.items():
        source, place = repository / part, PurePosixPath(installed_at)
        if source.is_file():
            wanted[str(place)] = source
        for file in _files_of(source) if source.is_dir() else ():
            wanted[str(place / file.relative_to(source).as_posix())] = file
    return wanted


def install(host: Path, repository: Path = REPOSITORY) -> tuple[Manifest, list[Path]]:
    """Put the files into the host; remove those that only an earlier version had.

    Returns:
        What is there now, and where the files are that were changed since they came.

    Raises:
        InstallError: The folder is no host, or holds files of the same names that this script did
            not put there. Nothing has been changed then.
    """
    layout = required_layout(host)
    manifest = _own_folder(layout) / _MANIFEST_NAME
    manifest_path = host / manifest
    old = Manifest.read(manifest_path)
    wanted = plan(layout, repository)
    foreign = [name for name in wanted if name not in old.files and (host / name).exists()]
    if foreign and _is_listed_plugin(host, layout):
        raise InstallError(
            f"the plugin is already installed in {host}, but not by this script; nothing was "
            "changed. Update or delete it on its page in Agent Zero's Plugins."
        )
    if foreign:
        raise InstallError(
            f"{len(foreign)} files already exist that this script did not install, e.g. "
            f"{host / foreign[0]}; nothing was changed. Remove them first."
        )
    made = Manifest({name: {checksum(source)} for name, source in wanted.items()}, old.folders)
    for name in (str(manifest), *wanted):
        for folder in reversed(PurePosixPath(name).parents[:-1]):
            if str(folder) not in made.folders and not (host / folder).is_dir():
                made.folders.append(str(folder))
    under_way = Manifest(dict(old.files), made.folders)
    for name, checksums in made.files.items():
        under_way.add(name, *checksums)
    under_way.write(manifest_path)
    kept = under_way.set_aside_changed(host)
    for name, source in wanted.items():
        copy_file(source, host / name)
    for name in old.files.keys() - wanted.keys():
        remove_file(host / name)
    made.write(manifest_path)
    return made, kept


def _is_listed_plugin(host: Path, layout: Layout) -> bool:
    """Whether Agent Zero has the plugin in its list, but not from this script."""
    own = host / _own_folder(layout)
    is_listed = layout.has_plugins and (own / "plugin.yaml").is_file()
    return is_listed and not (own / _MANIFEST_NAME).exists()


def uninstall(host: Path) -> list[Path]:
    """Remove the files from the host again; set those aside that were changed since they came.

    Returns:
        Where these are now.
    """
    layout = required_layout(host)
    manifest_path = host / _own_folder(layout) / _MANIFEST_NAME
    found = Manifest.read(manifest_path)
    kept = found.set_aside_changed(host)
    for name in found.files:
        remove_file(host / name)
    if layout.has_plugins:
        own = host / _own_folder(layout)
        of_places = [each for place in _PLACES for each in host.glob(f"{place}/plugins/{own.name}")]
        for folder in (own, *of_places):
            for name in _HOST_MADE:
                (folder / name).unlink(missing_ok=True)
        for folder in of_places:
            remove_if_empty(folder)
    manifest_path.unlink(missing_ok=True)
    for name in sorted(found.folders, key=len, reverse=True):
        remove_if_empty(host / name)
    return kept


def install_requirements(host: Path, python: Path, *, neo4j: bool) -> None:
    """Fetch the packages into the plugin's folder with the host's own Python, and set up Neo4j.

    Args:
        host: The folder of Agent Zero.
        python: Its Python.
        neo4j: Whether a local Neo4j is downloaded and started too.

    Raises:
        InstallError: Something could not be installed. The plugin's files are in place then.
    """
    package = required_layout(host).parts["graphrag"].replace("/", ".")

    def run_module(module: str, *arguments: str | Path) -> bool:
        command = [python, "-m", module, *arguments]
        return subprocess.run(command, cwd=host, check=False).returncode == 0

    print(f"Python packages for {python}:", flush=True)
    found, options = _plugin_folders(host), ["--local"] if neo4j else []
    if not run_module(f"{package}.agent_zero.install.requirements", found.cache, *options):
        raise InstallError(
            "the files are installed, but the Python packages are not; run the script again"
        )
    from graphrag.agent_zero.install.set_up import mark_installed

    mark_installed(found)
    if neo4j and not run_module(package, "neo4j", "start"):
        raise InstallError("the plugin is installed, but Neo4j is not; run the script again")


def _python_of(host: Path, given: str | None) -> Path:
    """Return the Python of Agent Zero: the given one, or the first that is found.

    Raises:
        InstallError: There is no such program.
    """
    if given is not None:
        found = shutil.which(given)
        if found is None:
            raise InstallError(f"--python {given} is not a program; nothing was changed")
        return Path(found).absolute()
    for candidate in (host / ".venv/bin/python", host / "venv/bin/python", IMAGE_PYTHON):
        if candidate.exists():
            return candidate
    return Path(sys.executable)


def _files_of(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc":
            yield path


def main() -> int:
    """Install or uninstall as the command line says, and print in a few lines what was done."""
    action, *arguments = sys.argv[1:]
    try:
        if action == "install":
            _install_all(arguments)
        else:
            _uninstall_all(arguments)
    except (InstallError, GraphragError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"error: {where}{error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; run the script again to finish", file=sys.stderr)
        return 130
    return 0


def _parser(script: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=script)
    parser.add_argument(
        "host", type=Path, metavar="PATH", help="the folder of Agent Zero, which contains agent.py"
    )
    return parser


def _install_all(arguments: list[str]) -> None:
    parser = _parser("install.sh")
    parser.add_argument(
        "--python",
        help="Agent Zero's Python (default: its .venv or venv, then the Docker image's, then this "
        "one)",
    )
    parser.add_argument(
        "--no-requirements", action="store_true", help="do not fetch the Python packages"
    )
    parser.add_argument("--neo4j", action="store_true", help="download and start a local Neo4j too")
    given = parser.parse_args(arguments)
    host = given.host.absolute()
    layout, python = required_layout(host), _python_of(host, given.python)
    made, kept = install(host)
    print(f"Agent Zero (layout {layout.name}) in {host}: {len(made.files)} files installed")
    for path in kept:
        print(f"kept, because it was changed: {path.relative_to(host)}")
    if not given.no_requirements:
        install_requirements(host, python, neo4j=given.neo4j)
    print(f"Now {layout.switch_on}.")


def _uninstall_all(arguments: list[str]) -> None:
    parser = _parser("uninstall.sh")
    parser.add_argument("--keep-data", action="store_true", help="keep the graph (usr/graphrag)")
    given = parser.parse_args(arguments)
    host = given.host.absolute()
    layout = required_layout(host)
    where = f"Agent Zero (layout {layout.name}) in {host}"
    if _is_listed_plugin(host, layout):
        print(f"{where}: not installed by this script; delete it in Agent Zero's Plugins")
        return
    if not (host / _own_folder(layout) / _MANIFEST_NAME).exists():
        print(f"{where}: not installed, nothing to do")
        return
    from graphrag.agent_zero.install.removal import remove_everything

    remove_everything(host, keep_data=given.keep_data)
    kept = uninstall(host)
    print(f"{where}: removed; restart Agent Zero if it runs")
    if (host / "usr/.env").is_file():
        print("usr/.env is unchanged: remove the lines of the plugin from it, if there are any")
    for path in kept:
        print(f"kept, because it was changed: {path.relative_to(host)}")


def _plugin_folders(host: Path) -> PluginFolders:
    from graphrag.agent_zero.install.folders import keep_home, plugin_folders
    from graphrag.agent_zero.install.surrounding_host import environment_of

    keep_home(host)
    return plugin_folders(host, environment_of(host).get("GRAPHRAG_HOME"))


if __name__ == "__main__":
    sys.exit(main())
