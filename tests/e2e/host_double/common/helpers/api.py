from agent import AgentContext


class ApiHandler:
    def __init__(self, app, thread_lock):
        self.app = app
        self.thread_lock = thread_lock

    async def process(self, input, request):
        raise NotImplementedError

    def use_context(self, ctxid):
        return AgentContext.get(ctxid)
