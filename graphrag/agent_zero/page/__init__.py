"""What the settings page and the screen show and do."""
