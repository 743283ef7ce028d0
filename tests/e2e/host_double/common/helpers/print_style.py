class PrintStyle:
    def __init__(self, *_, **__):
        pass

    def print(self, *parts, sep=" ", **_):
        print(*parts, sep=sep, flush=True)

    def stream(self, *parts, sep=" ", **_):
        print(*parts, sep=sep, end="", flush=True)

    @staticmethod
    def standard(text, *_):
        print(text, flush=True)

    @staticmethod
    def hint(text, *_):
        print(f"Hint: {text}", flush=True)

    @staticmethod
    def info(text, *_):
        print(f"Info: {text}", flush=True)

    @staticmethod
    def success(text, *_):
        print(f"Success: {text}", flush=True)

    @staticmethod
    def warning(text, *_):
        print(f"Warning: {text}", flush=True)

    @staticmethod
    def debug(text, *_):
        print(f"Debug: {text}", flush=True)

    @staticmethod
    def error(text, *_):
        print(f"Error: {text}", flush=True)
