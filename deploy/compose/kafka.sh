#!/bin/bash
# Starts the broker. The first start formats its folder with the users of the file /run/secrets/users, whose passwords no
# client sends (SCRAM), and which are kept in the broker's own log from then on. No secret stands on a command line, where each
# process of the machine could read it: the tool reads its arguments from a file, one a line.
set -euo pipefail
properties=/tmp/server.properties
arguments=/tmp/format
broker=$(sed -n 's/^broker //p' /run/secrets/users)
login=org.apache.kafka.common.security.scram.ScramLoginModule
(
  umask 077
  {
    cat /etc/cryptonite/server.properties
    echo "listener.name.clients.scram-sha-512.sasl.jaas.config=$login required username=\"broker\" password=\"$broker\";"
  } > "$properties"
  {
    printf '%s\n' format --ignore-formatted -t "${KAFKA_CLUSTER_ID:-Y3J5cHRvbml0ZS1jb21wbw}" -c "$properties"
    while read -r name password; do
      printf '%s\n' --add-scram "SCRAM-SHA-512=[name=$name,password=$password]"
    done < /run/secrets/users
  } > "$arguments"
)
/opt/kafka/bin/kafka-storage.sh "@$arguments"
rm "$arguments"
exec /opt/kafka/bin/kafka-server-start.sh "$properties"
