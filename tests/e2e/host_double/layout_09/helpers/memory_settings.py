"""Where this layout keeps the memory's settings; the double's own module, not the host's."""

from helpers import settings


def get(agent):
    return settings.get_settings()
