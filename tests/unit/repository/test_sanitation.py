"""The sanitation gate sees each kind of thing planted, and lets clean text pass.

What is planted is put together here, so that this file itself is clean.
"""

import base64
import hashlib
import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from scripts.sanitation import main

SCRIPT = Path(__file__).parents[3] / "scripts" / "sanitation.py"

RANDOM = base64.b64encode(hashlib.sha256(b"seed").digest()).decode().rstrip("=")
HEX = hashlib.sha256(b"seed").hexdigest()
SWORDFISH = "sword" + "fish7"
WORD_ALONE = "correcthorse" + "battery"


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path):
    git(tmp_path, "init", "-q")
    return tmp_path


def run_gate(folder: Path) -> subprocess.CompletedProcess:
    """Run the gate in this process: a process of its own is slow to start."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        code = main([str(folder)])
    return subprocess.CompletedProcess([], code, out.getvalue(), err.getvalue())


def plant(repository: Path, name: str, text: str) -> subprocess.CompletedProcess:
    path = repository / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    git(repository, "add", "-f", name)
    return run_gate(repository)


SECRETS = {
    "a value in an env file": ("docker/.env.example", f"NEO4J_PASSWORD={SWORDFISH}\n"),
    "a word in an env file": (".env.example", f"NEO4J_PASSWORD={WORD_ALONE}\n"),
    "a commented value in an env file": (".env.example", f"# NEO4J_PASSWORD={SWORDFISH}\n"),
    "a commented word in an env file": (".env.example", f"#NEO4J_PASSWORD = {WORD_ALONE}\n"),
    "an API key in an env file": (".env.example", f"#OPENAI_API_KEY=sk-proj-{RANDOM}\n"),
    "a user and password in one": ("compose.yml", f"  NEO4J_AUTH: neo4j/{SWORDFISH}\n"),
    "a value in Markdown": ("README.md", f"Set `NEO4J_PASSWORD={SWORDFISH}` and go on.\n"),
    "a value in prose": ("docs/USE.md", f"The password: {SWORDFISH} opens the database.\n"),
    "a hidden comment in Markdown": ("docs/USE.md", f"<!-- api_key: {WORD_ALONE} -->\n"),
    "a token in Markdown": ("docs/USE.md", "ghp_" + "a1B2" * 9 + "\n"),
    "a bearer header in Markdown": (
        "docs/USE.md",
        f"curl -H 'Authorization: Bearer {RANDOM}' localhost\n",
    ),
    "an unnamed random string": ("notes.txt", f"keep {RANDOM} somewhere\n"),
    "an unnamed hex string": ("notes.txt", f"keep {HEX[:40]} somewhere\n"),
    "a credential in an address": ("a.py", f'URI = "bolt://neo4j:{SWORDFISH}@db:7687"\n'),
    "a string in Python": ("a.py", f'password = "{WORD_ALONE}"\n'),
    "an argument in Python": ("a.py", f'connect(user="neo4j", password="{SWORDFISH}")\n'),
    "a pair in Python": ("a.py", f'setenv("NEO4J_PASSWORD", "{SWORDFISH}")\n'),
    "a commented line of Python": ("a.py", f"# password = {SWORDFISH}\n"),
    "a command in a docstring": ("a.py", f'"""Run NEO4J_PASSWORD={WORD_ALONE} a0."""\n'),
    "a string in JavaScript": ("webui/a.js", f'const apiKey = "{RANDOM}";\n'),
    "a comment in JavaScript": ("webui/a.js", f"// secret: {SWORDFISH}\n"),
    "a value in YAML": ("a.yaml", f"secret: {WORD_ALONE}\n"),
    "a commented value in YAML": ("a.yaml", f"# secret: {WORD_ALONE}\n"),
    "a value in JSON": ("a.json", f'{{"client_secret": "{WORD_ALONE}"}}\n'),
    "a value in a shell script": ("run.sh", f"export NEO4J_PASSWORD={SWORDFISH}\n"),
    "a cloud key": ("a.py", "AKIA" + "Q7RSTUVW2345XYZA" + "\n"),
    "a private key": ("a.txt", "-----BEGIN OPENSSH " + "PRIVATE KEY-----\n"),
    "a JSON web token": (
        "a.py",
        "t = 'eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0." + f"{RANDOM}'\n",
    ),
    "an env file": (".env", "GRAPHRAG_ENABLED=true\n"),
    "a key file": ("certificates/server.pem", "nothing\n"),
    "a secret far along a long line": ("a.json", "[" + "1, " * 5000 + f'"sk-ant-{RANDOM}"]\n'),
    "a home folder": ("a.py", "# see /home/" + "alice/notes\n"),
    "a home folder on macOS": ("README.md", "cd /Users/" + "alice/agent-zero\n"),
    "a home folder on Windows": ("README.md", "C:\\Users\\" + "alice\\agent-zero\n"),
    "root's home folder": ("run.sh", "cd /" + "root/project\n"),
    "an index address": ("run.sh", "pip install --index-url" + " https://pypi.internal/x a\n"),
    "an index setting": ("Dockerfile", "ENV PIP_INDEX_URL" + "=https://packages.local/\n"),
    "an index in a requirements file": ("r.txt", "--extra-index-url" + " http://10.0.0.1:8081/\n"),
    "an npm registry": (".npmrc.example", "registry" + "=https://npm.internal/\n"),
    "a mirror": ("a.toml", 'url = "https://' + 'mirror.internal/pypi"\n'),
    "a simple index": ("a.toml", 'url = "https://packages.internal' + '/py/simple/"\n'),
}


@pytest.mark.parametrize(("name", "text"), SECRETS.values(), ids=SECRETS.keys())
def test_what_is_planted_is_found_and_not_printed(repository, name, text):
    gate = plant(repository, name, text)
    assert gate.returncode == 1, gate.stderr
    assert f"{name}:" in gate.stdout
    for secret in (SWORDFISH, WORD_ALONE, RANDOM, HEX[:40], "alice"):
        assert secret not in gate.stdout + gate.stderr


def test_what_is_planted_in_a_list_of_words_is_found(repository):
    planted = [f"{number}/{name}" for number, (name, _) in enumerate(SECRETS.values())]
    for path, (_, text) in zip(planted, SECRETS.values(), strict=True):
        gate = plant(repository, path, f"café =coffee, 24 hours\n{text}")
    assert [path for path in planted if f"{path}:" not in gate.stdout] == []


CLEAN = {
    "an empty setting": (".env.example", "NEO4J_PASSWORD=\n# NEO4J_PASSWORD=\n"),
    "a placeholder": (".env.example", "# NEO4J_PASSWORD=<your password>\nA_KEY=your-api-key\n"),
    "a variable": ("compose.yml", "NEO4J_AUTH: neo4j/${NEO4J_PASSWORD:?set it}\n"),
    "a settings table": (
        "README.md",
        "| `NEO4J_PASSWORD` | text | (empty) | Password of the server; unused for `local`. |\n"
        "| `GRAPHRAG_MAX_TOKENS` | number | 500 | Token budget of the block. |\n",
    ),
    "code about passwords": (
        "a.py",
        "password = settings.neo4j_password.get_secret_value()\n"
        "def connect(user: str, password: SecretStr = SecretStr('')) -> None: ...\n"
        'raise AuthError("wrong password: set NEO4J_PASSWORD")\n'
        "# the password: made anew for each store\n"
        'environment = {"NEO4J_PASSWORD": password, "token": None}\n'
        'words = {SecretStr: "secret", Password: "password"}\n',
    ),
    "a test's value that says what it is": ("a.py", 'connect(password="wrong-password")\n'),
    "paths and long names": (
        "a.py",
        '"extensions/python/message_loop_prompts_after/_80_graphrag.py"\n'
        "from neo4j.exceptions import ServiceUnavailable, DatabaseUnavailableError\n",
    ),
    "a checksum": ("a.py", f'SHA256 = "{HEX}"\n'),
    "public addresses": (
        "README.md",
        "https://pypi.org/simple/ https://repo1.maven.org/maven2/ https://github.com/a/b\n",
    ),
    "a home folder that is nobody's": ("README.md", "`/home/<you>/agent-zero` or `$HOME/x`\n"),
    "a binary file": ("a.png", "\0\0" + SWORDFISH),
}


@pytest.mark.parametrize(("name", "text"), CLEAN.values(), ids=CLEAN.keys())
def test_clean_text_passes(repository, name, text):
    gate = plant(repository, name, text)
    assert gate.returncode == 0, gate.stdout
    assert gate.stdout.endswith("1 files, nothing found\n")


@pytest.mark.parametrize(("text", "code"), [("clean\n", 0), (f"password={SWORDFISH}\n", 1)])
def test_a_process_of_its_own_ends_as_the_gate_does_here(repository, text, code):
    here = plant(repository, "notes.txt", text)
    command = [sys.executable, str(SCRIPT), str(repository)]
    process = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert process.returncode == here.returncode == code
    assert (process.stdout, process.stderr) == (here.stdout, here.stderr)


def test_a_file_about_to_be_added_is_scanned_and_an_ignored_one_is_not(repository):
    (repository / ".gitignore").write_text("ignored.txt\n")
    (repository / "ignored.txt").write_text(f"password={SWORDFISH}\n")
    assert run_gate(repository).returncode == 0
    (repository / "new.txt").write_text(f"password={SWORDFISH}\n")
    assert "new.txt:1" in run_gate(repository).stdout


def test_a_folder_without_git_is_scanned_too(tmp_path):
    (tmp_path / "notes.txt").write_text(f"password={SWORDFISH}\n")
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "notes.txt").write_text(f"password={SWORDFISH}\n")
    gate = run_gate(tmp_path)
    assert gate.returncode == 1
    assert "notes.txt:1" in gate.stdout
    assert ".venv" not in gate.stdout
