"""Measuring extraction: what it finds (``score``), and how well it links documents (``links``)."""
