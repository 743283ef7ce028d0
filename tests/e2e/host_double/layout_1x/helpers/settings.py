import os


def get_settings():
    return {
        "agent_profile": os.environ.get("A0_SET_agent_profile", "agent0"),
        "agent_knowledge_subdir": "custom",
    }
