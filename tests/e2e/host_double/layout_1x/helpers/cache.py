import fnmatch

_areas: dict[str, dict] = {}


def get(area, key):
    return _areas.get(area, {}).get(key)


def add(area, key, value):
    _areas.setdefault(area, {})[key] = value


def clear(pattern):
    for area in [a for a in _areas if fnmatch.fnmatch(a, pattern)]:
        del _areas[area]


def key_of(agent, *more):
    if agent is None:
        return ("none", "none", *more)
    return (agent.config.profile or "none", agent.context.get_data("project") or "none", *more)
