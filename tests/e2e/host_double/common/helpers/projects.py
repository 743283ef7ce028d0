from helpers import files

PROJECTS_PARENT_DIR = "usr/projects"
PROJECT_META_DIR = ".a0proj"
CONTEXT_DATA_KEY_PROJECT = "project"


def get_context_project_name(context):
    return context.get_data(CONTEXT_DATA_KEY_PROJECT)


def get_project_meta(name, *parts):
    return files.get_abs_path(PROJECTS_PARENT_DIR, name, PROJECT_META_DIR, *parts)


get_project_meta_folder = get_project_meta
