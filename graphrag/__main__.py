"""``python -m graphrag`` is the command ``a0-graphrag``."""

from .agent_zero.install.surrounding_host import activate_packages
from .cli import main

if __name__ == "__main__":
    activate_packages()
    main()
