from helpers import memory_settings
from helpers.errors import HandledException
from helpers.extension import Extension


class RecallWait(Extension):
    async def execute(self, loop_data=None, **kwargs):
        task = self.agent.get_data("_recall_memories_task")
        started_at = self.agent.get_data("_recall_memories_iter") or 0
        if not task:
            return
        delayed = memory_settings.get(self.agent)["memory_recall_delayed"]
        if delayed and started_at == loop_data.iteration:
            loop_data.extras_temporary["memory_recall_delayed"] = self.agent.read_prompt(
                "memory.recall_delay_msg.md"
            )
            return
        try:
            await task
        except TimeoutError as error:
            self.agent.context.log.log("error", "Memory recall timed out", "the turn ends here")
            self.agent.set_data("_recall_memories_task", None)
            raise HandledException("memory recall timed out") from error
