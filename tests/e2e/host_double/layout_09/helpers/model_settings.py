"""Where this layout keeps the models; the double's own module, not the host's."""

from helpers import settings
from models import ModelConfig


def get_models():
    current = settings.get_settings()
    return [
        ModelConfig(*(current[f"{kind}_model_{part}"] for part in ("provider", "name", "api_base")))
        for kind in ("chat", "util", "embed")
    ]
