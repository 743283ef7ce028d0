"""Where this layout keeps the models; the double's own module, not the host's."""

from helpers import plugins
from models import ModelConfig


def get_models():
    config = plugins.get_plugin_config("_model_config")
    return [ModelConfig(**config[k]) for k in ("chat_model", "utility_model", "embedding_model")]
