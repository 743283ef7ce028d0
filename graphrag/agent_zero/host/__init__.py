"""How Agent Zero is read and written: layouts, recall, memory, models, settings, extras, log."""
