#!/usr/bin/env bash
# Removes the plugin from an Agent Zero folder: scripts/uninstall.sh PATH
# It removes what scripts/install.sh put there and what the plugin made, and nothing else.
set -euo pipefail
exec "${PYTHON:-python3}" "$(dirname "${BASH_SOURCE[0]}")/host_files.py" uninstall "$@"
