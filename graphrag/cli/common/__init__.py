"""What the commands share: their installation, their options, and what they print."""
