/** The garbage test's provider, which sends byte by byte what it is told to. */

import { GEYSER } from '@cryptonite/provider/geyser.js';
import { Server, ServerCredentials, type ServerDuplexStream, type sendUnaryData } from '@grpc/grpc-js';
import type { SubscribeRequest } from '@triton-one/yellowstone-grpc';
import type { Frame } from './garbage-chain.js';

const LABEL = { package: 'cryptonite-tape', version: '0.1.0', source: { kind: 'tape', name: 'garbage' } };

export type Provider = { url: string; push: (frames: readonly Buffer[]) => void; close: () => void };

/** A provider that sends what it is told to, byte by byte, and replays from any slot. */
export async function openProvider(frames: readonly Frame[]): Promise<Provider> {
  const server = new Server({ 'grpc.max_send_message_length': -1 });
  const open = new Set<ServerDuplexStream<SubscribeRequest, Buffer>>();
  server.addService(GEYSER, {
    Subscribe(call: ServerDuplexStream<SubscribeRequest, Buffer>) {
      call.on('error', () => {});
      call.on('close', () => open.delete(call));
      call.on('cancelled', () => open.delete(call));
      // A call that ended reads no further; nothing waits for it.
      let resume = () => {};
      call.on('drain', () => resume());
      call.once('data', async ({ fromSlot }: SubscribeRequest) => {
        const from = fromSlot === undefined ? frames.length : Number(fromSlot);
        for (const { slot, bytes } of fromSlot === undefined ? [] : frames) {
          if (slot < from || call.cancelled) continue;
          if (!call.write(bytes)) await new Promise((resolve) => (resume = () => resolve(null)));
        }
        open.add(call);
      });
    },
    SubscribeReplayInfo: (_: unknown, done: sendUnaryData<object>) =>
      done(null, { firstAvailable: String(frames[0]!.slot) }),
    GetVersion: (_: unknown, done: sendUnaryData<object>) => done(null, { version: JSON.stringify(LABEL) }),
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, at) =>
      error ? reject(error) : resolve(at),
    );
  });
  return {
    url: `http://127.0.0.1:${port}`,
    push: (more) => {
      for (const call of open) for (const bytes of more) call.write(bytes);
    },
    close: () => server.forceShutdown(),
  };
}
