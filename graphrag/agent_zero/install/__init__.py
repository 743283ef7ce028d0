"""Where the plugin keeps its files in the host, and its Python packages."""
