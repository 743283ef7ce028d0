"""``python -m graphrag`` is the command ``a0-graphrag``."""

from .cli import main

if __name__ == "__main__":
    main()
