import os

_DEFAULTS = {
    "agent_profile": "agent0",
    "agent_memory_subdir": "default",
    "agent_knowledge_subdir": "custom",
    "chat_model_provider": "",
    "chat_model_name": "",
    "chat_model_api_base": "",
    "util_model_provider": "",
    "util_model_name": "",
    "util_model_api_base": "",
    "embed_model_provider": "",
    "embed_model_name": "",
    "embed_model_api_base": "",
    "memory_recall_enabled": True,
    "memory_recall_delayed": False,
    "memory_recall_interval": 3,
    "memory_recall_history_len": 10000,
    "memory_recall_memories_max_search": 12,
    "memory_recall_solutions_max_search": 8,
    "memory_recall_memories_max_result": 5,
    "memory_recall_solutions_max_result": 3,
    "memory_recall_similarity_threshold": 0.7,
    "memory_recall_query_prep": False,
    "memory_recall_post_filter": False,
    "memory_memorize_enabled": True,
    "memory_memorize_consolidation": True,
    "memory_memorize_replace_threshold": 0.9,
}


def get_settings():
    return {name: _value(name, default) for name, default in _DEFAULTS.items()}


def _value(name, default):
    given = os.environ.get(f"A0_SET_{name}")
    if given is None:
        return default
    if isinstance(default, bool):
        return given.lower() in ("true", "1", "yes", "on")
    return type(default)(given)
