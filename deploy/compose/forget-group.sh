#!/bin/bash
# `docker compose exec kafka bash /etc/cryptonite/forget-group.sh <name>`: the broker forgets how far a group without members has come.
set -euo pipefail
umask 077
client=/tmp/client.properties
cat > "$client" <<END
security.protocol=SASL_PLAINTEXT
sasl.mechanism=SCRAM-SHA-512
sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username="broker" password="$(sed -n 's/^broker //p' /run/secrets/users)";
END
exec /opt/kafka/bin/kafka-consumer-groups.sh --bootstrap-server kafka:9092 --command-config "$client" --delete --group "$1"
