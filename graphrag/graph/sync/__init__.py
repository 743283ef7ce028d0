"""The graph follows the memories: what is there, what differs, and the worker that looks."""
