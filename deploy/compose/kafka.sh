#!/bin/bash
# Starts the broker. The first start formats its folder with the users of the file /run/secrets/users, whose passwords no
# client sends (SCRAM), and which are kept in the broker's own log from then on.
set -euo pipefail
properties=/tmp/server.properties
broker=$(sed -n 's/^broker //p' /run/secrets/users)
login=org.apache.kafka.common.security.scram.ScramLoginModule
{
  cat /etc/cryptonite/server.properties
  echo "listener.name.clients.scram-sha-512.sasl.jaas.config=$login required username=\"broker\" password=\"$broker\";"
} > "$properties"
users=()
while read -r name password; do
  users+=(--add-scram "SCRAM-SHA-512=[name=$name,password=$password]")
done < /run/secrets/users
/opt/kafka/bin/kafka-storage.sh format --ignore-formatted -t "${KAFKA_CLUSTER_ID:-Y3J5cHRvbml0ZS1jb21wbw}" -c "$properties" "${users[@]}"
exec /opt/kafka/bin/kafka-server-start.sh "$properties"
