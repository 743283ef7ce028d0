"""A recall's result on its way into the prompt."""

from plugins._memory.helpers.memory import get_agent_memory_subdir

TASK = "_recall_memories_task"
ITERATION = "_recall_memories_iter"
LOOP = "_recall_memories_loop"
RESULT = "_recall_memories_result"
SCOPE = "_recall_memories_result_scope"


def scope_of(agent):
    return (str(agent.config.profile), get_agent_memory_subdir(agent))


def keep(agent, result, scope):
    agent.set_data(RESULT, result)
    agent.set_data(SCOPE, scope)


def put_in(loop_data, result):
    extras = loop_data.extras_persistent
    extras.pop("memories", None)
    extras.pop("solutions", None)
    extras.update(result)
