"""What the settings page shows and does."""
