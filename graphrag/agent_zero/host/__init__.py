"""How Agent Zero is read and written: layouts, recall, memory index, settings, extras."""
