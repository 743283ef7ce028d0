from helpers.extension import Extension


class IncludeCurrentDatetime(Extension):
    async def execute(self, loop_data=None, **kwargs):
        loop_data.extras_temporary["current_datetime"] = "2026-01-02 03:04:05"
