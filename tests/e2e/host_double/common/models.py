import asyncio
import json
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from urllib.request import Request, urlopen


@dataclass
class ModelConfig:
    provider: str
    name: str
    api_base: str = ""
    type: str = "Chat"
    kwargs: dict = field(default_factory=dict)

    def build_kwargs(self):
        return {"api_base": self.api_base, **self.kwargs}


async def chat(config, messages):
    """Asks the model; sockets are closed afterwards, and no thread is used."""
    address = urlsplit(config.api_base)
    body = json.dumps({"model": config.name, "messages": messages}).encode()
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        head = (
            f"POST {address.path}/chat/completions HTTP/1.1\r\nHost: {address.netloc}\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.read()
    finally:
        writer.close()
        await writer.wait_closed()
    return json.loads(answer.partition(b"\r\n\r\n")[2])["choices"][0]["message"]["content"]


class LiteLLMEmbeddingWrapper:
    def __init__(self, model, provider, **kwargs):
        self.model_name = model
        self.kwargs = kwargs

    def embed_query(self, text):
        return self.embed_documents([text])[0]

    def embed_documents(self, texts):
        body = json.dumps({"model": self.model_name, "input": texts}).encode()
        with urlopen(Request(f"{self.kwargs['api_base']}/embeddings", body)) as answer:
            return [item["embedding"] for item in json.load(answer)["data"]]

    async def aembed_query(self, text):
        return await asyncio.get_running_loop().run_in_executor(None, self.embed_query, text)


class CacheBackedEmbeddings(LiteLLMEmbeddingWrapper):
    """Documents' vectors are kept, a question's is asked for each time."""

    def __init__(self, underlying_embeddings):
        self.underlying_embeddings = underlying_embeddings

    def embed_query(self, text):
        return self.underlying_embeddings.embed_query(text)

    def embed_documents(self, texts):
        return self.underlying_embeddings.embed_documents(texts)


def get_embedding_model(provider, name, **kwargs):
    return LiteLLMEmbeddingWrapper(name, provider, **kwargs)
