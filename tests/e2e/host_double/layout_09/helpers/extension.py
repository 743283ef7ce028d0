from helpers import extract_tools

_cache: dict[str, list[type]] = {}


class Extension:
    def __init__(self, agent, **kwargs):
        self.agent = agent
        self.kwargs = kwargs

    async def execute(self, **kwargs):
        pass


async def call_extensions(extension_point, agent=None, **kwargs):
    from helpers import subagents

    by_file: dict[str, type] = {}
    folders = subagents.get_paths(agent, "extensions", extension_point, default_root="python")
    for folder in folders:
        for extension in _folder_classes(folder):
            by_file.setdefault(extension.__module__.split(".")[-1], extension)
    for name in sorted(by_file):
        await by_file[name](agent=agent).execute(**kwargs)


def _folder_classes(folder):
    if folder not in _cache:
        _cache[folder] = extract_tools.load_classes_from_folder(folder, "*", Extension)
    return _cache[folder]
