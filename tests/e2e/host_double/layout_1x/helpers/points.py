"""How this layout calls its extension points; the double's own module, not the host's."""

from helpers import extension


async def call(point, agent, **kwargs):
    await extension.call_extensions_async(point, agent, **kwargs)


def call_now(point, agent, **kwargs):
    extension.call_extensions_sync(point, agent, **kwargs)


def chain_error(error):
    """What a failure of the whole chain is raised as."""
    return error


def tool_class(name, agent):
    """The class of a tool's first file; none if there is no file."""
    from helpers import modules, subagents
    from helpers.tool import Tool

    for path in subagents.get_paths(agent, "tools", name + ".py"):
        return modules.load_classes_from_file(path, Tool)[0]
    return None
