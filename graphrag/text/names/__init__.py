"""Names in texts and messages, found without a model."""
