from collections.abc import Awaitable

from helpers import cache, files, modules

_CLASSES = "extension_classes(extensions)"
_FOLDERS = "extension_folder_classes(extensions)"


class Extension:
    def __init__(self, agent, **kwargs):
        self.agent = agent
        self.kwargs = kwargs

    def execute(self, **kwargs):
        pass


async def call_extensions_async(extension_point, agent=None, **kwargs):
    for extension in _classes(extension_point, agent):
        result = extension(agent=agent).execute(**kwargs)
        if isinstance(result, Awaitable):
            await result


def call_extensions_sync(extension_point, agent=None, **kwargs):
    for extension in _classes(extension_point, agent):
        result = extension(agent=agent).execute(**kwargs)
        if isinstance(result, Awaitable):
            raise ValueError(f"Extension {extension.__name__} returned awaitable in sync mode")


def _classes(point, agent):
    from helpers import subagents

    key = cache.key_of(agent, point)
    classes = cache.get(_CLASSES, key)
    if classes is None:
        by_file: dict[str, type] = {}
        for folder in subagents.get_paths(agent, "extensions/python", point):
            for extension in _folder_classes(folder):
                by_file.setdefault(extension.__module__.split(".")[-1], extension)
        classes = [by_file[name] for name in sorted(by_file)]
        cache.add(_CLASSES, key, classes)
    return classes


def _folder_classes(folder):
    classes = cache.get(_FOLDERS, folder)
    if classes is None:
        if not files.exists(folder):
            return []
        classes = modules.load_classes_from_folder(folder, "*", Extension)
        cache.add(_FOLDERS, folder, classes)
    return classes
