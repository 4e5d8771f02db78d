import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Deadline } from '@cryptonite/contracts/deadlines';
import { SubscribeRequest } from '@triton-one/yellowstone-grpc';
import { afterEach, expect, it } from 'vitest';
import { type Call, encodeUpdate, startGeyser } from '../testing/geyser-server.js';
import { openGrpcTransport } from './grpc-transport.js';
import { openOfficialTransport } from './official-transport.js';

let cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const each of cleanUp.reverse()) await each();
  cleanUp = [];
});

// Of HTTP/2: u24 length, u8 type, u8 flags, u32 stream, the payload.
const FRAME_HEAD_BYTES = 9;
const PING = 6;
const ACK = 1;

/** Hands on all that a server says but its answers to pings. */
async function withoutAcks(server: URL): Promise<URL> {
  const sockets: Socket[] = [];
  const between = createServer((client) => {
    const provider = connect(Number(server.port), server.hostname);
    sockets.push(client, provider);
    for (const each of [client, provider]) each.on('error', () => {});
    client.pipe(provider);
    let pending = Buffer.alloc(0);
    provider.on('data', (bytes) => {
      pending = Buffer.concat([pending, bytes]);
      while (pending.length >= FRAME_HEAD_BYTES) {
        const length = FRAME_HEAD_BYTES + pending.readUIntBE(0, 3);
        if (pending.length < length) return;
        const isAck = pending[3] === PING && (pending[4]! & ACK) !== 0;
        if (!isAck) client.write(pending.subarray(0, length));
        pending = pending.subarray(length);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  cleanUp.push(() => {
    for (const each of sockets) each.destroy();
    between.close();
  });
  return new URL(`http://127.0.0.1:${(between.address() as AddressInfo).port}`);
}

it.concurrent.each([
  { client: 'grpc-js', open: openGrpcTransport },
  { client: 'the official client', open: openOfficialTransport },
])(
  'over $client waits longer for the answer to a ping after one was missed, however lately data came',
  async ({ open }) => {
    const sending: NodeJS.Timeout[] = [];
    const server = await startGeyser({
      onSubscribe: (call: Call) => {
        const send = () => call.write(encodeUpdate({ slot: { slot: '5', status: 1 } }));
        sending.push(setInterval(send, 20));
      },
    });
    cleanUp.push(() => server.close());
    const deadline = new Deadline(1_000, 5_000);
    const transport = open(await withoutAcks(server.url), undefined, undefined, deadline);
    let heardMs = 0;
    await new Promise((resolve) => {
      transport.subscribe(SubscribeRequest.fromPartial({}), {
        onUpdate: () => {
          heardMs = Date.now();
        },
        onMalformed: () => {},
        onEnd: resolve,
      });
    });
    const quietMs = Date.now() - heardMs;
    for (const each of sending) clearInterval(each);
    transport.close();
    expect(quietMs).toBeLessThan(1_000);
    expect(deadline.at(Date.now())).toBe(2_000);
  },
);
