import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TAPE_PLAYER = fileURLToPath(new URL('../../../deploy/provider/dist/tape-main.js', import.meta.url));

export type TapePlayer = { url: URL; close: () => Promise<void> };

function lengthOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return length;
}

/** A provider, built and in a process of its own, that plays a tape of these updates as fast as it is read. */
export async function playTape(updates: readonly Uint8Array[], token: string): Promise<TapePlayer> {
  const folder = await mkdtemp(join(tmpdir(), 'tape-'));
  const tape = join(folder, 'made.tape');
  await writeFile(tape, Buffer.concat(updates.flatMap((update) => [lengthOf(update), update])));
  const player = fork(TAPE_PLAYER, {
    env: { PATH: process.env.PATH, TAPE_FILE: tape, SPEED: 'max', YELLOWSTONE_TOKEN: token },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ ready }] = (await once(player, 'message')) as [{ ready: { grpc: string } }];
  return {
    url: new URL(ready.grpc.startsWith('http') ? ready.grpc : `http://${ready.grpc}`),
    async close() {
      const gone = once(player, 'exit');
      player.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
