import os
import re
from pathlib import Path

_BASE = next(
    folder for folder in Path(__file__).resolve().parents if (folder / "agent.py").exists()
)
_INCLUDE = re.compile(r"{{\s*include\s*['\"](.*?)['\"]\s*}}")


def get_base_dir():
    return str(_BASE)


def get_abs_path(*parts):
    return os.path.join(str(_BASE), *map(str, parts))


def exists(*parts):
    return os.path.exists(get_abs_path(*parts))


def read_file(path, encoding="utf-8"):
    return Path(get_abs_path(path)).read_text(encoding=encoding)


def write_file(path, content, encoding="utf-8"):
    target = Path(get_abs_path(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(content, encoding=encoding)


def read_prompt_file(name, directories, /, **variables):
    """Fills a prompt file in; includes are expanded after that, in the variables' text too."""
    folder, base = os.path.split(name)
    directories = [folder, *directories] if folder else directories
    content = _find(base, directories).read_text(encoding="utf-8")
    for key, value in variables.items():
        content = content.replace("{{" + key + "}}", str(value))

    def included(match):
        path = match.group(1)
        if os.path.isabs(path):
            return match.group(0)
        try:
            return read_prompt_file(path, directories, **variables)
        except FileNotFoundError:
            return match.group(0)

    return _INCLUDE.sub(included, content)


def _find(name, directories):
    for directory in directories:
        path = Path(get_abs_path(directory, name))
        if path.exists():
            return path
    raise FileNotFoundError(f"prompt {name} is in none of {directories}")
