import json
import uuid


class Message:
    def __init__(self, ai, content, id=""):
        self.id = id or str(uuid.uuid4())
        self.ai = ai
        self.content = content

    def output(self):
        return [{"ai": self.ai, "content": self.content}]

    def output_text(self, human_label="user", ai_label="ai"):
        return output_text(self.output(), ai_label, human_label)


class History:
    def __init__(self, agent):
        self.agent = agent
        self.messages: list[Message] = []

    def new_topic(self):
        pass

    def add_message(self, ai, content, tokens=0, id=""):
        message = Message(ai, content, id)
        self.messages.append(message)
        return message

    def output(self):
        return [part for message in self.messages for part in message.output()]

    def output_text(self, human_label="user", ai_label="ai"):
        return output_text(self.output(), ai_label, human_label)


def output_text(parts, ai_label="ai", human_label="human"):
    return "\n".join(
        f"{ai_label if p['ai'] else human_label}: {_text(p['content'])}" for p in parts
    )


def to_chat_messages(parts):
    """Writes messages as the model gets them; neighbours of one role become one message."""
    messages = []
    for part in parts:
        role = "assistant" if part["ai"] else "user"
        text = _text(part["content"])
        if messages and messages[-1]["role"] == role:
            messages[-1]["content"] += "\n" + text
        else:
            messages.append({"role": role, "content": text})
    return messages


def _text(content):
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
