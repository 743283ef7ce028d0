from helpers.extension import Extension


class IncludeWorkdirExtras(Extension):
    async def execute(self, loop_data=None, **kwargs):
        loop_data.extras_temporary["project_file_structure"] = "The folder is empty."
