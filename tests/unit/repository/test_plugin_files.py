"""The files that make the repository root an Agent Zero 1.x plugin."""

import re
import struct
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from pydantic import SecretStr

from graphrag._version import __version__
from graphrag.config import Settings
from graphrag.packing.block_text import DEFAULT_PREAMBLE

ROOT = Path(__file__).parents[3]
PAGES = sorted((ROOT / "webui").glob("*.html"))
HOOKS = ("install", "pre_update", "uninstall", "save_plugin_config")


@pytest.fixture
def defaults():
    return yaml.safe_load((ROOT / "default_config.yaml").read_text(encoding="utf-8"))


class Page(HTMLParser):
    """Collects what the settings page binds its fields to."""

    def __init__(self) -> None:
        super().__init__()
        self.bound: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("input", "select", "textarea"):
            return
        given = dict(attrs)
        for name, value in given.items():
            if name.startswith("x-model") and value and value.startswith("config."):
                self.bound.add(value.removeprefix("config."))


@pytest.fixture
def page():
    found = Page()
    found.feed((ROOT / "webui/config.html").read_text(encoding="utf-8"))
    return found


def test_the_manifest_names_the_plugin_as_its_folder_must_be_called():
    manifest = yaml.safe_load((ROOT / "plugin.yaml").read_text(encoding="utf-8"))
    assert manifest["name"] == "graphrag"
    assert re.fullmatch(r"[a-z0-9_]+", manifest["name"])
    assert manifest["version"] == __version__
    assert manifest["title"]
    assert manifest["description"]
    assert manifest["settings_sections"] == ["agent"]


def test_every_default_of_the_page_is_the_default_of_the_setting(defaults):
    for name, value in defaults.items():
        default = Settings.model_fields[name].default
        if isinstance(default, SecretStr):
            default = default.get_secret_value()
        assert value == default, name


def test_every_field_of_the_page_has_a_default_and_every_default_a_field(page, defaults):
    assert page.bound == set(defaults)


class Named(HTMLParser):
    """Collects the elements without words of their own, and whether each has a name."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("input", "select", "textarea", "iframe", "progress"):
            # Agent Zero makes a tooltip of a title, and takes the title away.
            self.names[self.get_starttag_text() or tag] = dict(attrs).get("aria-label") or ""


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_element_without_words_has_a_name_for_screen_readers(page):
    nameless = [
        element
        for element, name in Named(page.read_text(encoding="utf-8")).names.items()
        if not name
    ]
    assert nameless == []


@pytest.mark.parametrize("file", ["screen-turns.html", "screen-memory.html"])
def test_a_text_of_memory_reads_in_the_direction_of_its_own_script(file):
    page = (ROOT / "webui" / file).read_text(encoding="utf-8")
    shown = re.findall(r'<[^>]*x-text="(?:\w+\.text|entity\.name|step)"[^>]*>', page)
    assert shown
    assert all('dir="auto"' in element for element in shown)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_everything_that_a_page_loads_from_the_plugin_is_there(page):
    text = page.read_text(encoding="utf-8")
    for script in (ROOT / "webui").glob("*.js"):
        if script.name in text:
            text += script.read_text(encoding="utf-8")
    loaded = re.findall(r'["\']/plugins/graphrag/([^"\']+)', text)
    called = re.findall(r'callJsonApi\("plugins/graphrag/(\w+)"', text)
    paths = [ROOT / path for path in loaded] + [ROOT / "api" / f"{name}.py" for name in called]
    assert paths
    assert not [path.name for path in paths if not path.is_file()]


def test_the_thumbnail_is_a_small_square():
    content = (ROOT / "webui/thumbnail.png").read_bytes()
    width, height = struct.unpack(">II", content[16:24])
    assert width == height
    assert len(content) <= 20_000


def test_the_entry_for_the_index_of_plugins_is_within_its_limits():
    path = ROOT / "docs/plugin-index/index.yaml"
    entry = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert set(entry) <= {"title", "description", "github", "tags", "screenshots"}
    assert len(entry["title"]) <= 50
    assert len(entry["description"]) <= 500
    assert len(entry["tags"]) <= 5
    assert path.stat().st_size <= 2000
    pictures = [ROOT / "docs/images" / url.rpartition("/")[2] for url in entry["screenshots"]]
    assert 1 <= len(pictures) <= 5
    assert all(picture.stat().st_size < 200_000 for picture in pictures)


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_never_raises_even_where_nothing_can_be_imported(hook, tmp_path):
    program = (
        "import importlib.util, sys\n"
        f"spec = importlib.util.spec_from_file_location('hooks', {str(ROOT / 'hooks.py')!r})\n"
        "hooks = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(hooks)\n"
        f"hooks.{hook}()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("GraphRAG: ")
    assert hook in done.stdout


def test_saving_gives_the_settings_back_as_they_came(tmp_path):
    program = (
        "import importlib.util\n"
        f"spec = importlib.util.spec_from_file_location('hooks', {str(ROOT / 'hooks.py')!r})\n"
        "hooks = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(hooks)\n"
        "given = {'graphrag_enabled': True}\n"
        "back = hooks.save_plugin_config(settings=given, default=given, project_name='x')\n"
        "assert back == {'graphrag_enabled': True}, back\n"
    )
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True)


def test_a_host_that_cannot_read_the_template_gets_the_same_words():
    template = ROOT / "prompts" / "agent.system.graphrag.md"
    assert template.read_text(encoding="utf-8").strip() == DEFAULT_PREAMBLE
