import os
from pathlib import Path

from helpers.files import get_abs_path


def get_dotenv_file_path():
    return get_abs_path("usr/.env")


def load_dotenv():
    """Puts usr/.env into the environment; it wins over what was there."""
    path = Path(get_dotenv_file_path())
    for line in path.read_text().splitlines() if path.exists() else ():
        name, separator, value = line.partition("=")
        if separator and not name.startswith("#"):
            os.environ[name.strip()] = value.strip().strip("'\"")


def get_dotenv_value(key, default=None):
    return os.getenv(key, default)
