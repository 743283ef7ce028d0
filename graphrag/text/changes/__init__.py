"""What a text says of a change: words of change, additions, and the values that it gives."""
