#!/bin/bash
# The health check of Neo4j's container: waits until it answers a query, $1 seconds at most. An open port
# comes earlier, on a busy machine by many seconds. A wrong password fails at once, and is tried again
# once a minute: after three in a row, Neo4j refuses right ones too for a while. This speaks Bolt itself;
# cypher-shell would start a Java each time.
set -eu

bytes() { od -An -v -tx1 | tr -s ' \n' ' '; } # " b1 71 "
hex() { printf %s "$1" | bytes | tr -d ' '; }
text() { # a string in PackStream
  local packed
  packed=$(hex "$1")
  printf 'd0%02x%s' $((${#packed} / 2)) "$packed"
}
message() { printf '%04x%s0000' $((${#1} / 2)) "$1"; }

user=${NEO4J_AUTH%%/*} password=${NEO4J_AUTH#*/}
handshake=6060b017$(printf %08x%08x%08x%08x 5 $((0x404)) 0 0) # Bolt 5.0, or 4.4
hello=b101a4$(text user_agent)$(text health)$(text scheme)$(text basic)
hello+=$(text principal)$(text "$user")$(text credentials)$(text "$password")
run=b310$(text 'RETURN 1')a0a1$(text db)$(text neo4j)
pull=b13fa1$(text n)ff
sent=$handshake$(message "$hello")$(message "$run")$(message "$pull")

ask() ( # prints what Neo4j answers; nothing if the connection fails
  exec 3<>/dev/tcp/127.0.0.1/7687
  # shellcheck disable=SC2059  # the bytes are the format
  printf "$(printf %s "$sent" | sed 's/../\\x&/g')" >&3
  answer=
  until [[ $answer = *" b1 71 "* || $answer = *" b1 7f "* ]]; do # a record, or a failure
    part=$(timeout 20 dd bs=4096 count=1 <&3 2>/dev/null | bytes)
    [ -n "$part" ] || break
    answer+=$part
  done
  printf %s "$answer"
)

said="NEO4J_PASSWORD is not the password of this volume, which keeps that of its first start"
refused=/tmp/neo4j-answers.refused
if [ -n "$(find "$refused" -mmin -1 2>/dev/null)" ]; then
  echo "$said"
  exit 1
fi

while true; do
  answer=$(ask 2>/dev/null) || answer=
  case $answer in
    *" b1 71 "*) exit ;;
    *"$(printf %s Neo.ClientError.Security.Unauthorized | bytes)"*)
      touch "$refused"
      echo "$said" | tee /proc/1/fd/1 # so that \`docker compose logs\` shows it
      exit 1
      ;;
  esac
  [ "$SECONDS" -lt "$1" ] || break
  sleep 1
done
echo "Neo4j does not answer a query"
exit 1
