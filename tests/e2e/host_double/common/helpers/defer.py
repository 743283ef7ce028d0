import asyncio
import threading
import traceback

THREAD_BACKGROUND = "Background"


class EventLoopThread:
    """One thread and loop a name; all chats share the one named AgentContext."""

    _instances: dict = {}
    _lock = threading.Lock()

    def __init__(self, name):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._serve, daemon=True, name=name)
        self.thread.start()

    def _serve(self):
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()

    @classmethod
    def named(cls, name):
        with cls._lock:
            if name not in cls._instances:
                cls._instances[name] = cls(name)
            return cls._instances[name]

    def terminate(self):
        with self._lock:
            name = self.thread.name
            if self._instances.get(name) is self:
                del self._instances[name]
        self.loop.call_soon_threadsafe(self.loop.stop)
        if self.thread is not threading.current_thread():
            self.thread.join()
            self.loop.close()


class DeferredTask:
    # A loop holds its tasks weakly: one that waits, and that nobody asks for, could be collected.
    _running: set = set()

    def __init__(self, thread_name=THREAD_BACKGROUND):
        self._thread_name = thread_name
        self._future = None

    @property
    def event_loop_thread(self):
        return EventLoopThread.named(self._thread_name)

    def start_task(self, function, *arguments, **named):
        async def run():
            return await function(*arguments, **named)

        self._future = asyncio.run_coroutine_threadsafe(run(), self.event_loop_thread.loop)
        self._running.add(self._future)
        self._future.add_done_callback(self._end)
        return self

    @classmethod
    def _end(cls, future):
        cls._running.discard(future)
        if not future.cancelled() and future.exception():
            traceback.print_exception(future.exception())

    def is_alive(self):
        return self._future is not None and not self._future.done()

    def result_sync(self, timeout=None):
        return self._future.result(timeout)

    async def result(self, timeout=None):
        return await asyncio.wait_for(asyncio.wrap_future(self._future), timeout)

    def kill(self, terminate_thread=False):
        if self.is_alive():
            self._future.cancel()
        if terminate_thread:
            self.event_loop_thread.terminate()
