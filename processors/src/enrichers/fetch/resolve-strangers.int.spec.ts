import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { OwnNetworkFailed } from './fetch-failed.js';
import { resolveStrangers } from './resolve-strangers.js';

const A = 1;
const AAAA = 28;
const NXDOMAIN = 3;
const SERVFAIL = 2;

type Answer = { rcode: number; addresses: readonly Buffer[] } | 'silence';

let server: Socket | undefined;
afterEach(() => server?.close());

function readName(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at]; at += query[at]! + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  return labels.join('.');
}

/** A name server (RFC 1035, 4.1) on a port of its own; the address to ask it at. */
async function serve(answerOf: (type: number, host: string) => Answer): Promise<string> {
  server = createSocket('udp4');
  server.on('message', (query, from) => {
    // After the header the question: labels up to an empty one, type, class.
    const end = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(end - 4);
    const answer = answerOf(type, readName(query));
    if (answer === 'silence') return;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | answer.rcode, 2);
    header.writeUInt16BE(answer.addresses.length, 6);
    header.writeUInt32BE(0, 8);
    const records = answer.addresses.map((address) => {
      const record = Buffer.alloc(12);
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(type, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt32BE(60, 6);
      record.writeUInt16BE(address.length, 10);
      return Buffer.concat([record, address]);
    });
    server?.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${server.address().port}`;
}

const V4 = Buffer.from([93, 184, 215, 14]);
const V6 = Buffer.from('26064700470000000000000000001111', 'hex');
const NONE: Answer = { rcode: 0, addresses: [] };
const has = (...addresses: Buffer[]): Answer => ({ rcode: 0, addresses });

const resolve = async (answerOf: (type: number) => Answer, host = 'sealy.example') =>
  resolveStrangers([await serve(answerOf)])(host);

it('tells the addresses of both families', async () => {
  expect(await resolve((type) => (type === A ? has(V4) : type === AAAA ? has(V6) : NONE))).toEqual([
    { address: '93.184.215.14', family: 4 },
    { address: '2606:4700:4700::1111', family: 6 },
  ]);
});

it('one family is enough, whatever became of the other', async () => {
  const found = [{ address: '93.184.215.14', family: 4 }];
  for (const other of [NONE, { rcode: SERVFAIL, addresses: [] }])
    expect(await resolve((type) => (type === A ? has(V4) : other))).toEqual(found);
});

it.each<[string, Answer]>([
  ['does not exist', { rcode: NXDOMAIN, addresses: [] }],
  ['has no address', NONE],
])('a name that %s is unresolved', async (_, answer) => {
  const failed = await resolve(() => answer).catch((error) => error);
  expect(failed).toMatchObject({ failure: 'unresolved', message: 'sealy.example has no address' });
  expect(failed).not.toBeInstanceOf(OwnNetworkFailed);
});

it.each<[string, Answer]>([
  ['fail', { rcode: SERVFAIL, addresses: [] }],
  ['are silent', 'silence'],
])(
  'name servers that %s say nothing of the name',
  async (_, answer) => {
    await expect(resolve(() => answer)).rejects.toThrow(OwnNetworkFailed);
  },
  60_000,
);

it('a name that name servers fail for, while they answer for another, is unresolved itself', async () => {
  const broken = 'broken.example';
  const resolveOne = resolveStrangers([
    await serve((_, host) => (host === broken ? { rcode: SERVFAIL, addresses: [] } : has(V4))),
  ]);
  const failed = () => resolveOne(broken).catch((error) => error);
  expect(await failed()).toBeInstanceOf(OwnNetworkFailed);
  expect(await failed()).toBeInstanceOf(OwnNetworkFailed);
  await resolveOne('sealy.example');
  const told = await failed();
  expect(told).toMatchObject({ failure: 'unresolved', message: 'broken.example: ESERVFAIL' });
  expect(told).not.toBeInstanceOf(OwnNetworkFailed);
});

it('a name of the hosts file is asked of name servers like any other', async () => {
  await expect(resolve(() => ({ rcode: NXDOMAIN, addresses: [] }), 'localhost')).rejects.toThrow(
    'no address',
  );
});
