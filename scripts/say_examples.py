"""Write down what the example messages in other languages say in English, word by word.

Run it after a change of a glossary: `python scripts/say_examples.py`.
"""

from graphrag.text.languages.english_words import english_message
from graphrag.text.messages.example_messages import FOLDER


def main() -> None:
    for path in sorted(FOLDER.glob("*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text("".join(f"{_said(line)}\n" for line in lines), encoding="utf-8")


def _said(line: str) -> str:
    message, tab, _ = line.partition("\t")
    return f"{message}\t{english_message(message) or message}" if tab else message


if __name__ == "__main__":
    main()
