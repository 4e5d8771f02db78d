/** The process in which pictures are decoded: a picture's bytes in, its squares or why there are none out. */
import { type DecodedPicture, decodePicture, type RefusedPicture } from './decode-picture.js';

const MEMORY_MOST = Number(process.env.MEMORY_MB) * 1e6;
const WATCHED_EVERY_MS = 50;

/** At once: an orderly exit would wait for the thread that decodes. */
const end = () => process.kill(process.pid, 'SIGKILL');

const answer = (said: 'ready' | DecodedPicture | RefusedPicture) => process.send?.(said);

process.on('message', (bytes: Buffer) => void decodePicture(bytes).then(answer));
process.on('disconnect', end);
setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_MOST) end();
}, WATCHED_EVERY_MS);
answer('ready');
