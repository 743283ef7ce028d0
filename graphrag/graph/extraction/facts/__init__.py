"""Relations that a sentence states: ``stated`` finds them, each part of a sentence has a reader."""
