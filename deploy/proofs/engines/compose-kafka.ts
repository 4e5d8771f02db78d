/** Apache Kafka as docker-compose.yml runs it: its own properties and users, at another place. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@cryptonite/stores/free-port.js';
import { root, until } from '../product.js';
import { fetchJars } from './kafka.js';

const CLUSTER_ID = 'Y3J5cHRvbml0ZS1jb21wbw';
const START_LIMIT_MS = 180_000;

/** Certificate and key of 127.0.0.1, signed by itself, PEM. */
function selfSigned(folder: string): { key: string; certificate: string } {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      ...subject,
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
}

/** As properties have it: in one line. */
const inline = (pem: string): string => pem.trim().replaceAll('\n', '\\n');

/** Of the clients' listener with a certificate: the key first, then whom it is shown to. */
const tlsProperties = ({ key, certificate }: { key: string; certificate: string }): string => `
ssl.keystore.type=PEM
ssl.keystore.key=${inline(key)}
ssl.keystore.certificate.chain=${inline(certificate)}
ssl.truststore.type=PEM
ssl.truststore.certificates=${inline(certificate)}
`;

/**
 * @param users the file of users and passwords that deploy/compose/secrets.mjs makes
 * @param isTls its listener speaks TLS, with a certificate that it signed itself
 * @returns where it serves, whose certificate it shows (PEM, null without TLS), and how it is ended
 */
export async function startComposeKafka(
  folder: string,
  users: string,
  isTls: boolean,
): Promise<{ address: string; certificate: string | null; stop: () => Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  const classPath = join(await fetchJars(), '*');
  const address = `127.0.0.1:${await freePort()}`;
  const passwords = new Map(
    readFileSync(users, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
  const tls = isTls ? selfSigned(folder) : null;
  const properties = join(folder, 'server.properties');
  const compose = readFileSync(join(root, 'deploy/compose/server.properties'), 'utf8');
  writeFileSync(
    properties,
    `${compose
      .replaceAll('/var/lib/kafka', folder)
      .replace('0.0.0.0:9092', address)
      .replace('kafka:9092', address)
      .replaceAll('9093', String(await freePort()))
      .replace('SASL_PLAINTEXT', isTls ? 'SASL_SSL' : 'SASL_PLAINTEXT')}${tls ? tlsProperties(tls) : ''}
listener.name.clients.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username="broker" password="${passwords.get('broker')}";
`,
  );
  const adds = [...passwords].flatMap(([name, password]) => [
    '--add-scram',
    `SCRAM-SHA-512=[name=${name},password=${password}]`,
  ]);
  execFileSync(
    'java',
    ['-cp', classPath, 'kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', properties, ...adds],
    { stdio: 'ignore' },
  );
  const log = openSync(join(folder, 'kafka.log'), 'a');
  const child = spawn('java', ['-Xmx512m', '-XX:+UseSerialGC', '-cp', classPath, 'kafka.Kafka', properties], {
    stdio: ['ignore', log, log],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  await until(
    'Kafka serves',
    async () =>
      readFileSync(join(folder, 'kafka.log'), 'utf8').includes('Kafka Server started') ? true : null,
    START_LIMIT_MS,
  );
  return {
    address,
    certificate: tls?.certificate ?? null,
    stop: async () => {
      process.off('exit', endWithUs);
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
