from helpers import files


def get_paths(agent, *parts, default_root=""):
    """Lists the folders that exist, the one that wins first."""
    from helpers import projects

    profile = agent.config.profile if agent else ""
    project = projects.get_context_project_name(agent.context) if agent else ""
    candidates = []
    if project and profile:
        candidates.append(projects.get_project_meta(project, "agents", profile, *parts))
    if project:
        candidates.append(projects.get_project_meta(project, *parts))
    if profile:
        candidates.append(files.get_abs_path("usr/agents", profile, *parts))
        candidates.append(files.get_abs_path("agents", profile, *parts))
    candidates.append(files.get_abs_path("usr", *parts))
    candidates.append(files.get_abs_path(default_root, *parts))
    return [path for path in candidates if files.exists(path)]
