"""A host of a few lines for unit tests: agent, loop data, memory index, modules of both layouts."""

from __future__ import annotations

import sys
from collections import OrderedDict
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np

from graphrag.embedding.hashed import HashedEmbedder

MEMORIES_TEMPLATE = "# Memories on the topic\n\n"


class Document:
    def __init__(self, page_content, metadata):
        self.page_content = page_content
        self.metadata = metadata


class FlatIndex:
    """The part of FAISS's flat index that is read."""

    def __init__(self, vectors):
        self.vectors = np.ascontiguousarray(vectors, dtype=np.float32)
        self.d = self.vectors.shape[1]

    def get_xb(self):
        """The address of the first vector."""
        return self.vectors.ctypes.data

    @property
    def ntotal(self):
        return len(self.vectors)

    def reconstruct_n(self, start, count):
        return self.vectors[start : start + count].copy()


class Embedder:
    """A local embedder of the host: hashed words, and vectors that are not of length 1."""

    model_name = "ollama/hashed"

    def __init__(self):
        self.hashed = HashedEmbedder()
        self.asked = []

    def embed_query(self, text):
        self.asked.append(text)
        return [3.0 * value for value in self.hashed.embed([text])[0]]

    def embed_documents(self, texts):
        return [self.embed_query(text) for text in texts]


class VectorStore:
    """The part of the host's vector store that is read."""

    def __init__(self, documents):
        self.embedding_function = SimpleNamespace(underlying_embeddings=Embedder())
        self.docstore = {}
        self.index_to_docstore_id = {}
        self.index = FlatIndex(np.zeros((0, 384)))
        for identifier, (text, area) in documents.items():
            self.add(identifier, text, area)

    def add(self, identifier, text, area="main"):
        vector = self.embedding_function.underlying_embeddings.embed_query(text)
        self.index = FlatIndex(np.vstack([self.index.vectors, [vector]]))
        self.docstore[identifier] = Document(text, {"id": identifier, "area": area})
        self.index_to_docstore_id[len(self.index_to_docstore_id)] = identifier

    def delete(self, identifier):
        kept = [i for i in self.index_to_docstore_id.values() if i != identifier]
        rows = [row for row, i in self.index_to_docstore_id.items() if i != identifier]
        self.index = FlatIndex(self.index.vectors[rows])
        del self.docstore[identifier]
        self.index_to_docstore_id = dict(enumerate(kept))

    def get_all_docs(self):
        return self.docstore


class Context:
    def __init__(self):
        self.data = {}
        self.shown = []
        self.log = SimpleNamespace(log=lambda **entry: self.shown.append(entry))

    def get_data(self, name):
        return self.data.get(name)

    def set_data(self, name, value):
        self.data[name] = value


class Agent:
    def __init__(self, message="Who owns checkout-api?"):
        self.data = {}
        self.context = Context()
        self.config = SimpleNamespace(profile="")
        self.last_user_message = SimpleNamespace(content={"user_message": message})

    def get_data(self, name):
        return self.data.get(name)

    def set_data(self, name, value):
        self.data[name] = value

    def read_prompt(self, name):
        if name != "agent.system.graphrag.md":
            raise FileNotFoundError(name)
        return "# Connected knowledge\n"

    def parse_prompt(self, name, **variables):
        (text,) = variables.values()
        return MEMORIES_TEMPLATE + text


class LoopData:
    def __init__(self, agent, iteration=0):
        self.iteration = iteration
        self.user_message = agent.last_user_message
        self.extras_persistent = OrderedDict()
        self.extras_temporary = OrderedDict()

    def recall(self, *texts, name="memories"):
        self.extras_persistent.pop(name, None)
        self.extras_persistent[name] = MEMORIES_TEMPLATE + "\n\n".join(texts)


def install_modules(monkeypatch, root: Path, documents=None, layout="1.x"):
    """Put the host's modules among the loaded ones; gives the vector store.

    A turn has all the time that the settings allow, so that a slow machine changes no result.
    """
    monkeypatch.setenv("GRAPHRAG_TURN_BUDGET_MS", "5000")
    store = VectorStore(documents or {})
    memory = ModuleType("memory")
    memory.Memory = SimpleNamespace(index={"default": store})
    memory.get_agent_memory_subdir = lambda agent: agent.get_data("subdir") or "default"
    files = ModuleType("files")
    files.get_abs_path = lambda *parts: str(root.joinpath(*parts))
    names = {
        "1.x": ("plugins._memory.helpers.memory", "helpers.files"),
        "0.9": ("python.helpers.memory", "python.helpers.files"),
    }[layout]
    monkeypatch.setitem(sys.modules, names[0], memory)
    monkeypatch.setitem(sys.modules, names[1], files)
    return store
