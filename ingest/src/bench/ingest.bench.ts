/**
 * From a local gRPC server in a process of its own to normalised journal records, before publishing, over our transport
 * and over the official client in turn; and what receiving alone takes. Behind our transport the official client's
 * objects are encoded anew, which is counted with it.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SubscribeRequest } from '@triton-one/yellowstone-grpc';
import { Ingest, type JournalWriter } from '../ingest.js';
import { SeenIds } from '../publish/seen-ids.js';
import { openGrpcTransport } from '../yellowstone/grpc-transport.js';
import { openOfficialTransport } from '../yellowstone/official-transport.js';
import type { Transport } from '../yellowstone/transport.js';
import { medianOf, type Result } from './measure.js';

const PARTITIONS = 4;
const ROUNDS = 3;
const CLIENTS = [
  { client: 'ours', open: openGrpcTransport, warmUp: 30_000, updates: 150_000 },
  {
    client: 'the official client behind our transport',
    open: openOfficialTransport,
    warmUp: 5_000,
    updates: 25_000,
  },
] as const;

type Usage = { user: number; system: number };
type Cost = { updatesPerSecond: number; cpuMicros: number; serverCpuMicros: number };

const secondsSince = (from: bigint): number => Number(process.hrtime.bigint() - from) / 1e9;
const microsOf = ({ user, system }: Usage): number => user + system;

const server = fork(fileURLToPath(new URL('./update-server.js', import.meta.url)));
const [{ port, about }] = (await once(server, 'message')) as [
  { port: number; about: { transactions: number; updates: number; bytes: number } },
];
const url = new URL(`http://127.0.0.1:${port}`);
const serverCpu = async (): Promise<number> => {
  server.send('cpu');
  const [{ cpu }] = (await once(server, 'message')) as [{ cpu: Usage }];
  return microsOf(cpu);
};

/** A transport that counts updates, and what they cost between two counts. */
function counting(transport: Transport, from: number, to: number) {
  let updates = 0;
  let start: { at: bigint; cpu: Usage; serverCpu: Promise<number> } | null = null;
  let resolve: (cost: Cost) => void = () => {};
  const cost = new Promise<Cost>((done) => {
    resolve = done;
  });
  const count = (): void => {
    updates++;
    if (updates === from)
      start = { at: process.hrtime.bigint(), cpu: process.cpuUsage(), serverCpu: serverCpu() };
    if (updates !== to || start === null) return;
    const { at, cpu, serverCpu: before } = start;
    const seconds = secondsSince(at);
    const cpuMicros = microsOf(process.cpuUsage(cpu)) / (to - from);
    void before.then(async (usedBefore) =>
      resolve({
        updatesPerSecond: (to - from) / seconds,
        cpuMicros,
        serverCpuMicros: ((await serverCpu()) - usedBefore) / (to - from),
      }),
    );
  };
  const counted: Transport = {
    ...transport,
    subscribe: (request, listener) =>
      transport.subscribe(request, {
        ...listener,
        onUpdate(bytes) {
          listener.onUpdate(bytes);
          count();
        },
      }),
  };
  return { counted, cost };
}

/** Receives and lets go. */
async function receive({ open, warmUp, updates }: (typeof CLIENTS)[number]): Promise<Cost> {
  const transport = open(url, undefined);
  await transport.getVersion();
  const { counted, cost } = counting(transport, warmUp, warmUp + updates);
  const subscription = counted.subscribe(SubscribeRequest.fromPartial({}), {
    onUpdate: () => {},
    onMalformed: () => {},
    onEnd: ({ message }) => {
      throw new Error(message);
    },
  });
  const found = await cost;
  subscription.close();
  transport.close();
  return found;
}

const deadLetters: string[] = [];

/** All of ingest but the broker: records are let go. */
async function normalise({ open, warmUp, updates }: (typeof CLIENTS)[number]): Promise<Cost> {
  const transport = open(url, undefined);
  const { counted, cost } = counting(transport, warmUp, warmUp + updates);
  const publisher: JournalWriter = {
    partitions: Array.from({ length: PARTITIONS }, () => ({ seen: new SeenIds(), toldPrice: null })),
    backlog: 0,
    publish: () => {},
    publishDeadLetter: (reason, origin) => void deadLetters.push(`${origin}: ${reason}`),
    publishDrift: () => {},
    publishSourceState: () => {},
    flush: async () => {},
  };
  const ingest = new Ingest({
    transport: counted,
    host: 'bench',
    publisher,
    tail: { partitions: [], last: null, confirmedSlots: new Map(), quotedIn: new Map(), source: null },
    solPrice: () => null,
    log: (line) => console.error(line),
  });
  const stopping = new AbortController();
  const following = ingest.follow(stopping.signal);
  const found = await cost;
  stopping.abort();
  await following;
  transport.close();
  return found;
}

const STAGES = [
  { stage: 'received only', run: receive },
  { stage: 'to normalised records', run: normalise },
] as const;

const costs = new Map<string, Cost[]>();
for (let round = 0; round < ROUNDS; round++)
  for (const { stage, run } of STAGES)
    for (const each of CLIENTS) {
      const name = `${stage}, ${each.client}`;
      costs.set(name, [...(costs.get(name) ?? []), await run(each)]);
    }
if (deadLetters.length > 0) throw new Error(`${deadLetters.length} dead letters, first ${deadLetters[0]}`);

const mix =
  `${(about.bytes / about.updates / 1000).toFixed(1)} kB an update, ` +
  `${((100 * about.transactions) / about.updates).toFixed(0)}% transactions, of these 8% name no event and 4% failed`;
const results: Result[] = STAGES.flatMap(({ stage }) => {
  const of = (client: string, value: (cost: Cost) => number): number =>
    medianOf(costs.get(`${stage}, ${client}`)!.map(value));
  return CLIENTS.flatMap(({ client }): Result[] => [
    {
      what: `${stage}, ${client}, wall clock (${mix})`,
      value: of(client, (cost) => cost.updatesPerSecond),
      unit: 'updates/s',
      ...(client !== 'ours' && {
        ratio: {
          to: 'ours',
          value: of(client, (cost) => cost.updatesPerSecond) / of('ours', (cost) => cost.updatesPerSecond),
        },
      }),
    },
    {
      what: `${stage}, ${client}, all threads`,
      value: of(client, (cost) => cost.cpuMicros),
      unit: 'µs of CPU an update',
    },
    {
      what: `${stage}, ${client}: the server beside it`,
      value: of(client, (cost) => cost.serverCpuMicros),
      unit: 'µs of CPU an update',
    },
  ]);
});
server.disconnect();
// The official client has no way to close its connection.
process.send?.(results, () => process.exit(0));
