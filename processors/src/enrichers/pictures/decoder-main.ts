/** The process in which pictures are decoded: a picture's bytes in, its squares or why there are none out. */
import { openSync, readSync } from 'node:fs';
import sharp from 'sharp';
import { confine } from './confine.js';
import { decodePicture } from './decode-picture.js';

const MEMORY_MOST = Number(process.env.MEMORY_MB) * 1e6;
const WATCHED_EVERY_MS = 50;

/** At once: an orderly exit would wait for the thread that decodes. */
const end = () => process.kill(process.pid, 'SIGKILL');

/** Held open: later none can be opened. */
const openedStatus = process.platform === 'linux' ? openSync('/proc/self/status', 'r') : null;
const status = Buffer.alloc(4_096);
function memoryBytes(): number {
  if (openedStatus === null) return process.memoryUsage.rss();
  const text = status.toString('latin1', 0, readSync(openedStatus, status, 0, status.length, 0));
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]) * 1_024;
}

// What opens a file at its first use does so before that is over.
await decodePicture(
  await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
    .png()
    .toBuffer(),
);
memoryBytes();
const has = confine();
process.on('message', (bytes: Buffer) => {
  void decodePicture(bytes).then((answer) => process.send?.(answer));
});
process.on('disconnect', end);
setInterval(() => {
  if (memoryBytes() > MEMORY_MOST) end();
}, WATCHED_EVERY_MS);
process.send?.({ has });
