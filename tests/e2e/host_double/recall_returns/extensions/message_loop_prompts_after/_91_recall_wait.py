from helpers import memory_settings
from helpers.extension import Extension
from plugins._memory.helpers import recall_result as recall


class RecallWait(Extension):
    async def execute(self, loop_data=None, **kwargs):
        task = self.agent.get_data(recall.TASK)
        started_at = self.agent.get_data(recall.ITERATION) or 0
        if not task:
            return
        delayed = memory_settings.get(self.agent)["memory_recall_delayed"]
        if delayed and started_at == loop_data.iteration and not task.done():
            loop_data.extras_temporary["memory_recall_delayed"] = self.agent.read_prompt(
                "memory.recall_delay_msg.md"
            )
            return
        result = await task
        same = self.agent.get_data(recall.SCOPE) == recall.scope_of(self.agent)
        recall.put_in(loop_data, result if same else {})
        recall.keep(self.agent, None, None)
