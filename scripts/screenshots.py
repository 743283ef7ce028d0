"""Pictures of the settings page, the chat and the screen, made in a real Agent Zero.

The host remembers the sample. A browser does what a user does: it sets up Neo4j with the button of
the page, turns the switch, asks the question of the sample, and opens the screen. The model is a
stub.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Error, Page, sync_playwright

from graphrag.sample.loader import SAMPLE_ANSWER, SAMPLE_QUESTION, sample_documents
from tests.e2e.host import HostError
from tests.e2e.llm_stub import LlmStub
from tests.e2e.real_host import RealHost, host_python
from tests.e2e.web_host import WebHost

from .browser import browser_path
from .demo_host import REMEMBER, REPOSITORY, minilm_recall

IMAGES = REPOSITORY / "docs/images"
HOME = Path.home() / ".cache/a0-graphrag-e2e/screenshots"
"""The plugin's data of these hosts, kept so that Neo4j is downloaded once."""

_SIZE = {"width": 1200, "height": 860}
_COLOURS = 128
_PATIENCE_S = 600
_SET_UP_S = 900
_OPEN = "path => import('/js/modals.js').then(modals => { modals.openModal(path) })"
_SCREEN = "/plugins/graphrag/webui/main.html"


def main() -> int:
    """Make the pictures of the checkout that is the only argument; 1 if that failed."""
    try:
        with tempfile.TemporaryDirectory(prefix="a0-graphrag-screenshots-") as folder:
            _make(Path(sys.argv[1]), Path(folder) / "agent-zero")
    except (HostError, Error, OSError, subprocess.CalledProcessError) as error:
        print(f"screenshots: {error}", file=sys.stderr)
        return 1
    return 0


def _make(checkout: Path, root: Path) -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with LlmStub(embed=minilm_recall().embed) as stub:
        with RealHost(checkout, root, stub, environment={"GRAPHRAG_HOME": str(HOME)}) as host:
            for file in (root / "knowledge").rglob("*.md"):
                file.unlink()  # only the sample is to be seen
            (root / "usr/workdir").mkdir(parents=True, exist_ok=True)
            records = [
                {"id": one.id, "timestamp": one.timestamp, "area": one.area, "text": one.text}
                for one in sample_documents()
            ]
            host.evaluate(REMEMBER.format(records=json.dumps(records)))
            host.stop()
            host.install(REPOSITORY)
        with WebHost(root, host_python(checkout)) as web:
            try:
                with _browser(web.url) as page:
                    _settings_page(page)
                    _chat(page, stub)
                    _screen(page)
            finally:
                web.run("neo4j", "stop")


@contextmanager
def _browser(url: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        page = browser.new_page(viewport=_SIZE, color_scheme="dark")
        page.set_default_timeout(1000 * _PATIENCE_S)  # a busy machine
        page.goto(url)
        page.locator("#chat-input:visible").first.wait_for()
        yield page
        browser.close()


def _settings_page(page: Page) -> None:
    print("settings page: setting up Neo4j", flush=True)
    page.evaluate(
        "import('/components/plugins/plugin-settings-store.js')"
        ".then(module => { module.store.openConfig('graphrag') })"
    )
    page.locator("[data-graphrag=state]:has-text('Off')").wait_for()
    set_up = page.locator("button:visible", has_text="Set up Neo4j")
    start = page.locator("button:visible").get_by_text("Start", exact=True)
    stop = page.locator("button:visible").get_by_text("Stop", exact=True)
    set_up.or_(start).or_(stop).first.wait_for()
    if not stop.count():
        set_up.or_(start).first.click()
    stop.first.wait_for(timeout=1000 * _SET_UP_S)
    page.locator("label.toggle:has(input[aria-label='Use the graph'])").click()
    _shoot(page, "settings")
    page.locator("button:visible", has_text="Save").last.click()
    page.locator(".graphrag-config").wait_for(state="detached")


def _chat(page: Page, stub: LlmStub) -> None:
    ends = time.monotonic() + _PATIENCE_S
    while True:
        print("chat: asking", flush=True)
        before = len(stub.prompts)
        page.locator("#chat-input:visible").first.click()
        page.keyboard.type(SAMPLE_QUESTION)
        page.keyboard.press("Enter")
        while len(stub.prompts) == before and time.monotonic() < ends:
            page.wait_for_timeout(200)
        if any(SAMPLE_ANSWER in request.prompt for request in stub.prompts[before:]):
            break
        if time.monotonic() > ends:
            raise HostError("no turn had the graph's answer in time")
        page.wait_for_timeout(5000)  # the first sync; a cold server
        page.reload()
        page.locator("#chat-input:visible").first.wait_for()
    page.get_by_text("Done.", exact=True).last.wait_for()
    page.wait_for_timeout(1500)  # the chat scrolls smoothly
    _shoot(page, "chat", whole=True)


def _screen(page: Page) -> None:
    print("screen", flush=True)
    page.evaluate(_OPEN, _SCREEN)
    page.locator(".graphrag-screen", has_text=SAMPLE_ANSWER).wait_for()
    _shoot(page, "turns")
    page.locator("#graphrag-tab-graph").click()
    picture = page.frame_locator(".graphrag-screen iframe")
    picture.locator("#count", has_text="nodes").wait_for()
    page.wait_for_timeout(2500)  # the layout is animated
    _shoot(page, "graph")
    page.locator("#graphrag-tab-memory").click()
    page.locator(".graphrag-names", has_text="gw-osprey").first.wait_for()
    _shoot(page, "memory")


def _shoot(page: Page, name: str, *, whole: bool = False) -> None:
    """Save a picture of the window in front, or of the whole page, with few colours."""
    page.add_style_tag(content=".toast-stack-container { display: none !important }")
    taken = page.screenshot() if whole else page.locator(".modal-inner:visible").last.screenshot()
    file = IMAGES / f"{name}.png"
    picture = Image.open(io.BytesIO(taken)).convert("RGB")
    picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"  {file.relative_to(REPOSITORY)}: {file.stat().st_size // 1024} KB", flush=True)


if __name__ == "__main__":
    sys.exit(main())
