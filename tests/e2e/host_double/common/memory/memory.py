import asyncio
import json
import random
import re
import string
from array import array
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

import models
from helpers import files, memory_settings, projects
from plugins._memory.helpers import knowledge_import

_AREA = re.compile(r"area == '(\w+)'")


@dataclass
class Document:
    page_content: str
    metadata: dict = field(default_factory=dict)
    id: str | None = None


class FlatIndex:
    """The vectors, by position; it gives numpy arrays as FAISS does, but needs none itself."""

    def __init__(self, d):
        self.d = d
        self._rows: list[array] = []

    @property
    def ntotal(self):
        return len(self._rows)

    def add_row(self, vector):
        self._rows.append(array("f", vector))

    def remove_rows(self, positions):
        self._rows = [row for i, row in enumerate(self._rows) if i not in positions]

    def scores(self, vector):
        return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in self._rows]

    def reconstruct(self, position):
        import numpy as np

        if not 0 <= position < self.ntotal:
            raise RuntimeError(f"no vector {position} in an index of {self.ntotal}")
        return np.array(self._rows[position], dtype=np.float32)

    def reconstruct_n(self, start=0, count=-1):
        import numpy as np

        stop = self.ntotal if count < 0 else start + count
        rows = [self._rows[i] for i in range(start, stop)]
        return np.array(rows, dtype=np.float32).reshape(len(rows), self.d)

    def search(self, vectors, k):
        import numpy as np

        scores = np.asarray(vectors, dtype=np.float32) @ self.reconstruct_n().T
        order = np.argsort(-scores, axis=1, kind="stable")[:, :k]
        found = np.full((len(scores), k), -1, dtype=np.int64)
        best = np.full((len(scores), k), np.finfo(np.float32).min, dtype=np.float32)
        found[:, : order.shape[1]] = order
        best[:, : order.shape[1]] = np.take_along_axis(scores, order, axis=1)
        return best, found


class InMemoryDocstore:
    def __init__(self):
        self._dict: dict[str, Document] = {}

    def add(self, documents):
        self._dict = {**self._dict, **documents}  # a new dict each time; deletion is in place

    def delete(self, ids):
        for id in ids:
            self._dict.pop(id)


class MyFaiss:
    def __init__(self, embedding_function, index):
        self.embedding_function = embedding_function
        self.index = index
        self.docstore = InMemoryDocstore()
        self.index_to_docstore_id: dict[int, str] = {}

    @property
    def embeddings(self):
        return self.embedding_function

    def get_all_docs(self):
        return self.docstore._dict

    def get_by_ids(self, ids):
        ids = ids if isinstance(ids, list) else [ids]
        return [self.docstore._dict[id] for id in ids if id in self.docstore._dict]

    async def aget_by_ids(self, ids):
        return self.get_by_ids(ids)

    def add_documents(self, documents, ids):
        vectors = self.embedding_function.embed_documents([d.page_content for d in documents])
        for document, vector, id in zip(documents, vectors, ids, strict=True):
            self.index_to_docstore_id[self.index.ntotal] = id
            self.index.add_row(vector)
            document.id = id
        self.docstore.add(dict(zip(ids, documents, strict=True)))
        return ids

    async def aadd_documents(self, documents, ids):
        return await _in_thread(self.add_documents, documents, ids)

    async def adelete(self, ids):
        gone = {p for p, id in self.index_to_docstore_id.items() if id in set(ids)}
        self.index.remove_rows(gone)
        kept = [id for p, id in sorted(self.index_to_docstore_id.items()) if p not in gone]
        self.index_to_docstore_id = dict(enumerate(kept))
        self.docstore.delete(ids)
        return True

    def similarity_search_with_relevance_scores(self, query, k, filter=None):
        scores = self.index.scores(self.embedding_function.embed_query(query))
        ranked = sorted(range(len(scores)), key=lambda position: -scores[position])
        pairs = [(self.docstore._dict[self.index_to_docstore_id[p]], scores[p]) for p in ranked]
        matching = [(d, (1 + s) / 2) for d, s in pairs if filter is None or filter(d.metadata)]
        return matching[:k]

    async def asearch(self, query, search_type, k, score_threshold, filter=None):
        found = await _in_thread(self.similarity_search_with_relevance_scores, query, k, filter)
        return [document for document, score in found if score >= score_threshold]


class Memory:
    class Area(Enum):
        MAIN = "main"
        FRAGMENTS = "fragments"
        SOLUTIONS = "solutions"

    index: dict = {}

    def __init__(self, db, memory_subdir):
        self.db = db
        self.memory_subdir = memory_subdir

    @staticmethod
    async def get(agent):
        subdir = get_agent_memory_subdir(agent)
        if Memory.index.get(subdir) is None:
            agent.context.log.log("util", f"Initializing VectorDB in '/{subdir}'")
            Memory.index[subdir] = Memory._load(subdir, agent.config.embeddings_model)
            memory = Memory(Memory.index[subdir], subdir)
            await memory.preload_knowledge(agent.config.knowledge_subdirs)
        return Memory(Memory.index[subdir], subdir)

    @staticmethod
    async def get_by_subdir(memory_subdir, log_item=None, preload_knowledge=True):
        import initialize

        if not Memory.index.get(memory_subdir):
            config = initialize.initialize_agent()
            db = Memory._load(memory_subdir, config.embeddings_model)
            if preload_knowledge:
                await Memory(db, memory_subdir).preload_knowledge(config.knowledge_subdirs)
            Memory.index[memory_subdir] = db
        return Memory(Memory.index[memory_subdir], memory_subdir)

    @staticmethod
    async def reload(agent):
        Memory.index.pop(get_agent_memory_subdir(agent), None)
        return await Memory.get(agent)

    @staticmethod
    def _load(subdir, config):
        underlying = models.get_embedding_model(
            config.provider, config.name, **config.build_kwargs()
        )
        embedder = models.CacheBackedEmbeddings(underlying)
        db = MyFaiss(embedder, FlatIndex(len(embedder.embed_query("example"))))
        path = files.get_abs_path(abs_db_dir(subdir), "index.json")
        if files.exists(path):
            stored = json.loads(files.read_file(path))
            documents = [Document(text, metadata) for text, metadata in stored]
            if documents:
                db.add_documents(documents, [d.metadata["id"] for d in documents])
        return db

    async def preload_knowledge(self, knowledge_subdirs):
        index_path = f"{abs_db_dir(self.memory_subdir)}/knowledge_import.json"
        await knowledge_import.preload(self, knowledge_subdirs, index_path)

    async def search_similarity_threshold(self, query, limit, threshold, filter=""):
        areas = set(_AREA.findall(filter))
        wanted = (lambda metadata: metadata.get("area") in areas) if areas else None
        return await self.db.asearch(
            query, "similarity_score_threshold", k=limit, score_threshold=threshold, filter=wanted
        )

    async def insert_text(self, text, metadata=None):
        return (await self.insert_documents([Document(text, metadata or {})]))[0]

    async def insert_documents(self, docs):
        ids = [self._generate_doc_id() for _ in docs]
        timestamp = self.get_timestamp()
        for document, id in zip(docs, ids, strict=True):
            document.metadata["id"] = id
            document.metadata["timestamp"] = timestamp
            document.metadata["area"] = document.metadata.get("area") or Memory.Area.MAIN.value
        if ids:
            await self.db.aadd_documents(docs, ids)
            self._save_db()
        return ids

    async def update_documents(self, docs):
        """What the dashboard's edit does: the same id and timestamp, new content."""
        ids = [document.metadata["id"] for document in docs]
        await self.db.adelete(ids)
        await self.db.aadd_documents(docs, ids)
        self._save_db()
        return ids

    async def delete_documents_by_ids(self, ids):
        documents = await self.db.aget_by_ids(ids)
        if documents:
            await self.db.adelete([document.metadata["id"] for document in documents])
            self._save_db()
        return documents

    async def delete_documents_by_query(self, query, threshold, filter=""):
        found = await self.search_similarity_threshold(query, 100, threshold, filter)
        return await self.delete_documents_by_ids([document.metadata["id"] for document in found])

    def get_document_by_id(self, id):
        return self.db.get_by_ids(id)[0]

    def _generate_doc_id(self):
        while True:
            id = "".join(random.choices(string.ascii_letters + string.digits, k=10))
            if not self.db.get_by_ids(id):
                return id

    def _save_db(self):
        stored = [[d.page_content, d.metadata] for d in self.db.get_all_docs().values()]
        files.write_file(
            f"{abs_db_dir(self.memory_subdir)}/index.json", json.dumps(stored, default=str)
        )

    @staticmethod
    def get_timestamp():
        return datetime.now().strftime("%Y-%m-%d %H:%M:%S")


def reload():
    Memory.index = {}


def abs_db_dir(memory_subdir):
    if memory_subdir.startswith("projects/"):
        return projects.get_project_meta(memory_subdir.removeprefix("projects/"), "memory")
    return files.get_abs_path("usr/memory", memory_subdir)


def get_agent_memory_subdir(agent):
    settings = memory_settings.get(agent)
    project = projects.get_context_project_name(agent.context)
    if project and settings.get("project_memory_isolation", True):
        return f"projects/{project}"
    return settings.get("agent_memory_subdir") or "default"


async def _in_thread(function, *arguments):
    return await asyncio.get_running_loop().run_in_executor(None, function, *arguments)
