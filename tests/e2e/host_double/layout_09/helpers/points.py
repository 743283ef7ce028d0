"""How this layout calls its extension points; the double's own module, not the host's."""

import asyncio
import threading

from helpers import errors, extension


async def call(point, agent, **kwargs):
    await extension.call_extensions(point, agent=agent, **kwargs)


def call_now(point, agent, **kwargs):
    """Runs the point to its end, on a loop of its own where one is running already."""

    def run():
        asyncio.run(extension.call_extensions(point, agent=agent, **kwargs))

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        run()
        return
    if extension_files(point, agent):
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()


def extension_files(point, agent):
    from helpers import subagents

    return subagents.get_paths(agent, "extensions", point, default_root="python")


def chain_error(error):
    """What a failure of the whole chain is raised as."""
    return error if isinstance(error, errors.HandledException) else errors.HandledException(error)


def tool_class(name, agent):
    """The class of a tool's first file; none if there is no file."""
    from helpers import extract_tools, subagents
    from helpers.tool import Tool

    for path in subagents.get_paths(agent, "tools", name + ".py", default_root="python"):
        return extract_tools.load_classes_from_file(path, Tool)[0]
    return None
