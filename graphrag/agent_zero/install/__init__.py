"""The plugin as it is installed in a host: its folders and its Python packages.

``surrounding_host``, ``own_settings`` and ``host_checks`` read the host's files where none runs, by
the ``layout`` of its generation.
"""
