#!/usr/bin/env bash
# Runs the three contract cases (A: off, B: on, C: Neo4j unreachable), then every kind of memory change
# (not with docker). Prints one line for each. Exits 1 on failure.
#
#   scripts/e2e_contract.sh [--neo4j docker|local|URI] [--host double|PATH|docker]
#
# PATH is an Agent Zero checkout of either layout; it is copied, never changed.
set -euo pipefail
# shellcheck source=scripts/_environment.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/_environment.sh"

prepare_environment dev
arguments=()
while [ $# -gt 0 ]; do
  arguments+=("$1")
  if [ "$1" = --host ]; then
    case ${2:-} in
      double | docker) ;;
      *)
        # A path, from the folder of the call.
        if [ -d "${2:-}" ]; then
          arguments+=("$(cd -- "$2" && pwd -P)")
          shift
        fi
        ;;
    esac
  fi
  shift
done
cd -- "$root"
exec "$venv_python" -m tests.e2e.contract ${arguments[@]+"${arguments[@]}"}
