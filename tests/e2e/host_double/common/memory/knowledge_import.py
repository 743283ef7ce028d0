import hashlib
import json
from pathlib import Path

from helpers import files

_FOLDERS = {"default": "knowledge", "custom": "usr/knowledge"}


async def preload(memory, knowledge_subdirs, index_path):
    """Takes in files that are new, takes a changed one in again under new ids, drops removed ones.

    What was imported stands in a file beside the memory.
    """
    path = Path(files.get_abs_path(index_path))
    index = json.loads(path.read_text()) if path.exists() else {}
    found = {str(file): (file, area) for file, area in _files(knowledge_subdirs)}
    for key in index.keys() - found.keys():
        await memory.delete_documents_by_ids(index.pop(key)["ids"])
    for key, (file, area) in found.items():
        checksum = hashlib.md5(file.read_bytes()).hexdigest()
        known = index.get(key, {"ids": []})
        if known.get("checksum") != checksum:
            await memory.delete_documents_by_ids(known["ids"])
            ids = [await memory.insert_text(*_document(file, area))]
            index[key] = {"file": key, "checksum": checksum, "ids": ids}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(index))


def _files(knowledge_subdirs):
    for subdir in knowledge_subdirs:
        root = Path(files.get_abs_path(_FOLDERS[subdir]))
        yield from ((file, "main") for file in sorted(root.glob("*.md")))
        for area in ("main", "fragments", "solutions"):
            yield from ((file, area) for file in sorted(root.glob(f"{area}/**/*.md")))


def _document(file, area):
    return file.read_text(), {
        "source": str(file),
        "area": area,
        "source_file": file.name,
        "source_path": str(file),
        "file_type": "md",
        "knowledge_source": True,
        "import_timestamp": None,
    }
