// Makes the secrets of a first start, one folder for each container: it finds its own at /run/secrets, and no other's. What is
// there stays as it is: the stores were made with it. Run by the one-shot `secrets` of docker-compose.yml.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '/secrets';
const SERVICES = ['migrate', 'ingest', 'screener', 'sink', 'enrichers', 'query-api'];

/** Writes a secret once; says what it is. Each container sees its own folder alone, under a user of its own. */
function keep(container, name, value) {
  const path = join(folder, container, name);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  mkdirSync(join(folder, container), { recursive: true, mode: 0o755 });
  writeFileSync(path, value, { mode: 0o444 });
  return value;
}
const random = () => randomBytes(24).toString('base64url');
/** As MinIO takes the name of a key: 3 to 20 letters and digits. */
const randomName = () => randomBytes(10).toString('hex');

// Kafka: a user for the broker itself, one that makes topics, and one for each service.
const kafkaUsers = ['broker', ...SERVICES].map((user) => {
  const password = keep(user === 'broker' ? 'kafka' : user, 'kafka-password', random());
  return `${user} ${password}\n`;
});
keep('kafka', 'users', kafkaUsers.join(''));

// ClickHouse: who owns the tables, and the users whom `migrate` makes.
const owner = keep('migrate', 'clickhouse-password', random());
const sha256 = createHash('sha256').update(owner).digest('hex');
keep(
  'clickhouse',
  'owner.xml',
  `<clickhouse><users><default remove="remove"/><cryptonite>
  <password_sha256_hex>${sha256}</password_sha256_hex>
  <networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>
  <access_management>1</access_management>
</cryptonite></users></clickhouse>
`,
);
for (const user of ['sink', 'screener', 'enrichers', 'query-api', 'history', 'analyst']) {
  const password = keep(user, 'clickhouse-password', random());
  keep('migrate', `clickhouse-${user}-password`, password);
}

// Postgres: the owner, and query-api.
const address = (user, password) => `postgres://${user}:${password}@postgres:5432/cryptonite`;
const postgresOwner = keep('postgres', 'password', random());
keep('migrate', 'postgres-url', address('cryptonite', postgresOwner));
const api = keep('query-api', 'postgres-url', address('query_api', random()));
keep('migrate', 'postgres-api-url', api);

// MinIO: the root user makes the bucket and the two users that query-api is. Who knows no name of a key cannot try one either:
// names are random, too.
const root = { user: keep('minio', 'user', randomName()), password: keep('minio', 'password', random()) };
keep('migrate', 's3-key', root.user);
keep('migrate', 's3-secret', root.password);
keep('buckets', 'root-user', root.user);
keep('buckets', 'root-password', root.password);
for (const user of ['uploads', 'releases']) {
  keep('buckets', `${user}-key`, keep('query-api', `s3-${user}-key`, randomName()));
  keep('buckets', `${user}-secret`, keep('query-api', `s3-${user}-secret`, random()));
}

// Who may read metrics.
const metrics = keep('prometheus', 'metrics-token', random());
for (const service of SERVICES.slice(1)) keep(service, 'metrics-token', metrics);

// The simulated market's stream, and Grafana's administrator.
keep('ingest', 'yellowstone-token', keep('market', 'yellowstone-token', random()));
keep('grafana', 'password', random());
console.log('secrets: there');
