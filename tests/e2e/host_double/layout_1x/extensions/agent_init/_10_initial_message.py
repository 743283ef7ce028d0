from helpers.extension import Extension


class InitialMessage(Extension):
    def execute(self, **kwargs):
        self.agent.hist_add_ai_response("Hello, how can I help?")
        self.agent.context.log.log("response", content="Hello, how can I help?")
