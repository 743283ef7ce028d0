from agent import AgentConfig
from helpers import dotenv, model_settings, settings

dotenv.load_dotenv()


def initialize_agent(override_settings=None):
    current = settings.get_settings()
    chat, utility, embeddings = model_settings.get_models()
    return AgentConfig(
        chat_model=chat,
        utility_model=utility,
        embeddings_model=embeddings,
        profile=current["agent_profile"],
        memory_subdir=current.get("agent_memory_subdir", ""),
    )
