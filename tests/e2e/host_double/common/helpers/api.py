from agent import AgentContext


class ApiHandler:
    def __init__(self, app, thread_pinned_jars):
        self.app = app
        self.thread_pinned_jars = thread_pinned_jars

    async def process(self, input, request):
        raise NotImplementedError

    def use_context(self, ctxid):
        return AgentContext.get(ctxid)
