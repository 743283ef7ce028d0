#!/usr/bin/env bash
# Installs the plugin into an Agent Zero folder of either layout: scripts/install.sh PATH
# Safe to repeat. scripts/uninstall.sh PATH undoes it. See docs/INSTALL.md.
set -euo pipefail
exec "${PYTHON:-python3}" "$(dirname "${BASH_SOURCE[0]}")/host_files.py" install "$@"
