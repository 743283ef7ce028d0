import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field


@dataclass
class LogItem:
    log: "Log"
    no: int
    type: str
    heading: str = ""
    content: str = ""
    kvps: OrderedDict = field(default_factory=OrderedDict)
    id: str | None = None
    timestamp: float = field(default_factory=time.time)
    agentno: int = 0

    def update(self, type=None, heading=None, content=None, kvps=None, id=None, **named):
        named.pop("update_progress", None)
        self.type = type or self.type
        self.heading = self.heading if heading is None else heading
        self.content = self.content if content is None else content
        self.id = id or self.id
        self.kvps.update(kvps or {})
        self.kvps.update(named)

    def stream(self, heading="", content="", **named):
        more = {key: f"{self.kvps.get(key, '')}{value}" for key, value in named.items()}
        self.update(heading=self.heading + heading, content=self.content + content, **more)

    def output(self):
        names = ("no", "id", "type", "heading", "content", "kvps", "timestamp", "agentno")
        return {name: getattr(self, name) for name in names}


class Log:
    def __init__(self):
        self._lock = threading.RLock()
        self.context = None
        self.logs: list[LogItem] = []
        self.progress = ""

    def log(
        self, type, heading=None, content=None, kvps=None, update_progress=None, id=None, **named
    ):
        with self._lock:
            item = LogItem(self, len(self.logs), type)
            self.logs.append(item)
        item.update(heading=heading, content=content, kvps=kvps, id=id, **named)
        return item

    def set_progress(self, progress, *_, **__):
        self.progress = progress

    def reset(self):
        self.logs = []
