#!/usr/bin/env bash
# Takes the plugin out of an Agent Zero folder again: scripts/uninstall.sh PATH
# Removes what scripts/install.sh put there and what the plugin made, and nothing else.
set -euo pipefail
exec "${PYTHON:-python3}" "$(dirname "${BASH_SOURCE[0]}")/host_files.py" uninstall "$@"
