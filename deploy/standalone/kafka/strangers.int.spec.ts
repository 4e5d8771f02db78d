import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange, isReachedFromOutside, openMany, residentBytes } from '../testing/strangers.js';
import { type BrokerProcess, compileBroker, startBroker } from './testing/broker-process.js';
import { RawClient } from './testing/raw-client.js';
import { Writer } from './wire.js';

// Somebody without the secret tries to get in: nothing comes back, nothing is held for long, others are not kept out.

const PASSWORD = 'the secret of this test';
const TOPIC = 'nobody-may-know-of-this';
const [HANDSHAKE, API_VERSIONS, AUTHENTICATE, METADATA] = [17, 18, 36, 3] as const;

let build: ReturnType<typeof compileBroker>;
let folder: string;
let broker: BrokerProcess;
let port: number;

const client = () =>
  new Kafka({
    brokers: [broker.address],
    logLevel: logLevel.NOTHING,
    sasl: { mechanism: 'plain', username: 'owner', password: PASSWORD },
  });

beforeAll(async () => {
  build = compileBroker();
  folder = join(mkdtempSync(join(tmpdir(), 'kafka-strangers-')), 'data');
  const env = { DATA_DIR: folder, PORT: '0', KAFKA_USERNAME: 'owner', KAFKA_PASSWORD: PASSWORD };
  broker = await startBroker(build.mainFile, env);
  port = Number(broker.address.split(':')[1]);
  await ownersTopics();
});
afterAll(async () => {
  await broker?.kill();
  rmSync(join(folder, '..'), { recursive: true, force: true });
  build.remove();
});

/** What the owner sees, who must get in at any time. */
async function ownersTopics(): Promise<string[]> {
  const admin = client().admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: 1, replicationFactor: 1 }] });
  const topics = await admin.listTopics();
  await admin.disconnect();
  return topics;
}

function request(apiKey: number, version: number, body = new Writer()): Buffer {
  const header = new Writer().int16(apiKey).int16(version).int32(7).nullableString('stranger');
  const bytes = Buffer.concat([...header.finish().parts, ...body.finish().parts]);
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const handshake = (mechanism = 'PLAIN') => request(HANDSHAKE, 1, new Writer().string(mechanism));
const login = (text: string | Buffer) => request(AUTHENTICATE, 1, new Writer().bytes(Buffer.from(text)));
const allTopics = request(METADATA, 4, new Writer().int32(-1).boolean(false));

test('with the secret these very bytes let the owner in', async () => {
  const { received } = await exchange(
    port,
    Buffer.concat([handshake(), login(`\0owner\0${PASSWORD}`), allTopics]),
    1_000,
  );
  expect(received.toString('latin1')).toContain(TOPIC);
});

test('no request but the three of the handshake is answered', async () => {
  const keys = Array.from({ length: 80 }, (_, key) => key);
  const others = keys.filter((key) => key !== HANDSHAKE && key !== API_VERSIONS && key !== AUTHENTICATE);
  const answers = await Promise.all(
    others.flatMap((key) => [0, 1, 4].map((version) => exchange(port, request(key, version)))),
  );
  for (const { received, isClosed } of answers) expect([received.length, isClosed]).toEqual([0, true]);
});

test.each([
  ['another mechanism', [handshake('SCRAM-SHA-256'), login(`\0owner\0${PASSWORD}`), allTopics]],
  ['another case of the mechanism', [handshake('plain'), login(`\0owner\0${PASSWORD}`), allTopics]],
  ['the second half of a handshake alone', [login(`\0owner\0${PASSWORD}`), allTopics]],
  ['the first half alone', [handshake(), allTopics]],
  ['the first half twice', [handshake(), handshake(), allTopics]],
  [
    'the old handshake',
    [request(HANDSHAKE, 0, new Writer().string('PLAIN')), login(`\0owner\0${PASSWORD}`), allTopics],
  ],
  ['a wrong password', [handshake(), login('\0owner\0wrong'), allTopics]],
  [
    'a wrong password, then the right one',
    [handshake(), login('\0owner\0x'), login(`\0owner\0${PASSWORD}`), allTopics],
  ],
  ['no password', [handshake(), login('\0owner\0'), allTopics]],
  ['the beginning of the password', [handshake(), login(`\0owner\0${PASSWORD.slice(0, -1)}`), allTopics]],
  ['more than the password', [handshake(), login(`\0owner\0${PASSWORD}x`), allTopics]],
  ['another user', [handshake(), login(`\0Owner\0${PASSWORD}`), allTopics]],
  ['the user as authorisation id', [handshake(), login(`owner\0\0${PASSWORD}`), allTopics]],
  ['no separators', [handshake(), login(`owner${PASSWORD}`), allTopics]],
  ['nothing', [handshake(), login(''), allTopics]],
  ['bytes that are no text', [handshake(), login(Buffer.alloc(1000, 0xff)), allTopics]],
])('%s lets nobody in', async (_, requests) => {
  const { received, isClosed } = await exchange(port, Buffer.concat(requests));
  expect(isClosed).toBe(true);
  expect(received.toString('latin1')).not.toContain(TOPIC);
  // An answer to the last request, the only one about topics, would carry the broker's address too.
  expect(received.toString('latin1')).not.toContain('127.0.0.1');
});

test('who was let in on one connection is not on another, and not after a wrong password', async () => {
  const owner = await RawClient.open({
    brokers: [broker.address],
    sasl: { username: 'owner', password: PASSWORD },
    restart: null,
    close: async () => {},
  });
  await owner.send(METADATA, 4, new Writer().int32(-1).boolean(false));
  expect(await exchange(port, allTopics)).toEqual({ received: Buffer.alloc(0), isClosed: true });
  await owner.send(AUTHENTICATE, 1, new Writer().bytes(Buffer.from('\0owner\0wrong')));
  await expect(owner.send(METADATA, 4, new Writer().int32(-1).boolean(false))).rejects.toThrow('closed');
});

test.each([
  ['the length of a huge frame', Buffer.from([0x7f, 0xff, 0xff, 0xff])],
  ['a length above what a stranger may send', Buffer.from([0, 1, 0, 1])],
  ['a negative length', Buffer.from([0xff, 0xff, 0xff, 0xff])],
  ['an empty frame', Buffer.from([0, 0, 0, 0])],
  ['a TLS hello', Buffer.concat([Buffer.from([0x16, 3, 1, 2, 0, 1]), Buffer.alloc(512, 7)])],
  ['HTTP', 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
  ['random bytes', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 197 + 31) & 255))],
  ['a mechanism of 60 kB', handshake('x'.repeat(30_000) + 'y'.repeat(2_000))],
])('%s ends the connection, and only that', async (_, bytes) => {
  const { received, isClosed } = await exchange(port, Buffer.concat([Buffer.from(bytes), allTopics]));
  expect(isClosed).toBe(true);
  expect(received.toString('latin1')).not.toContain('127.0.0.1');
  expect(await ownersTopics()).toEqual([TOPIC]);
});

test('a great many who send half a frame hold little, and keep nobody out', async () => {
  const before = residentBytes(broker.process.pid!);
  const half = Buffer.concat([Buffer.from([0, 0, 0xff, 0xff]), Buffer.alloc(60_000, 1)]);
  const sockets = await openMany(port, 600, half);
  expect(await ownersTopics()).toEqual([TOPIC]);
  // 256 of them may stay, with 60 kB each.
  expect(residentBytes(broker.process.pid!) - before).toBeLessThan(150e6);
  expect(sockets.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(300);
  for (const socket of sockets) socket.destroy();
});

test('the log holds nothing of what strangers sent, nor the secret', () => {
  expect(broker.output()).toContain('before authentication');
  expect(broker.output()).not.toContain(PASSWORD);
  expect(broker.output().length).toBeLessThan(100_000);
});

test('the data are the owner’s alone', () => {
  expect(statSync(folder).mode & 0o077).toBe(0);
});

test('nobody on the network reaches it', async ({ skip }) => {
  const isReached = await isReachedFromOutside(port);
  if (isReached === null) return skip('this machine has no address but loopback');
  expect(isReached).toBe(false);
});
