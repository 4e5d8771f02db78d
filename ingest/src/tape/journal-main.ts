/**
 * `node ingest/dist/tape/journal-main.js <label>`: a tape's frames on standard input, journal records on standard
 * output, one a line: what ingest would publish of such a stream, by the same code. `label` is the JSON that the
 * source answers to `GetVersion`. What cannot be read is counted, named on standard error, and fails the run.
 */
import { once } from 'node:events';
import { encodeJournalRecord } from '@cryptonite/contracts/events';
import { Ingest, type JournalWriter } from '../ingest.js';
import { SeenIds } from '../publish/seen-ids.js';
import type { SubscriptionListener, Transport } from '../yellowstone/transport.js';

const LENGTH_BYTES = 4;
/** Lines gathered before they are written. */
const FLUSH_CHARACTERS = 1 << 20;
/** What a reader has not taken yet, in bytes, above which the source waits. */
const MAX_UNREAD = 4 << 20;

const [label = ''] = process.argv.slice(2);
const input = process.stdin;
const output = process.stdout;
const finished = new AbortController();
let failures = 0;
let gathered = '';

function flush(): void {
  if (gathered === '') return;
  output.write(gathered);
  gathered = '';
}

const writer: JournalWriter = {
  // Facts about no token stand in every partition; a file is one.
  partitions: [{ seen: new SeenIds(), toldPrice: null }],
  get backlog() {
    return output.writableLength > MAX_UNREAD ? Number.POSITIVE_INFINITY : 0;
  },
  publish(_partition, record) {
    gathered += `${encodeJournalRecord(record)}\n`;
    if (gathered.length > FLUSH_CHARACTERS) flush();
  },
  publishDeadLetter(reason, origin) {
    failures += 1;
    console.error(`journal: ${origin}: ${reason}`);
  },
  async flush() {
    if (output.writableNeedDrain) await once(output, 'drain');
  },
};

/** Reads frames and hands them on until the input ends. */
function readFrames(listener: SubscriptionListener): void {
  let pending: Buffer = Buffer.alloc(0);
  input.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let at = 0;
    while (pending.length - at >= LENGTH_BYTES) {
      const end = at + LENGTH_BYTES + pending.readUInt32BE(at);
      if (end > pending.length) break;
      listener.onUpdate(pending.subarray(at + LENGTH_BYTES, end));
      at = end;
    }
    // What is handed on may be kept: the rest begins a buffer of its own.
    pending = pending.subarray(at);
  });
  input.on('end', () => {
    if (pending.length > 0) writer.publishDeadLetter('the input ends within a frame', 'input', pending);
    finished.abort();
    listener.onEnd({ message: 'the input has ended', isReplayRefusal: false });
  });
}

const transport: Transport = {
  getVersion: async () => label,
  getFirstAvailable: async () => null,
  subscribe(_request, listener) {
    readFrames(listener);
    return {
      send: () => {},
      pause: () => input.pause(),
      resume: () => input.resume(),
      close: () => {},
    };
  },
  close: () => {},
};

const ingest = new Ingest({
  transport,
  host: 'standard input',
  log: () => {},
  publisher: writer,
  tail: { partitions: [], last: null, confirmedSlots: new Map(), source: null },
  solPrice: () => null,
});
await ingest.follow(finished.signal);
flush();
const { user, system } = process.cpuUsage();
process.send?.({ cpuMs: (user + system) / 1_000, maxMemoryBytes: process.resourceUsage().maxRSS * 1_024 });
process.disconnect?.();
if (failures > 0) {
  console.error(`journal: ${failures} could not be read`);
  process.exitCode = 1;
}
