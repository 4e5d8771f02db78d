/**
 * `node ingest/dist/tape/journal-main.js lines|topic <label>`: a tape's frames on standard input become journal records,
 * by the code that reads a provider: as lines on standard output, or in the journal of the broker that the environment
 * names (KAFKA_BROKERS, KAFKA_USERNAME, KAFKA_PASSWORD). `label` is the JSON that the source answers to `GetVersion`.
 * Fails where something could not be read.
 */
import { Outage } from '@cryptonite/contracts/outages';
import { readKafkaEnvironment } from '../environment.js';
import { Ingest, type JournalWriter } from '../ingest.js';
import type { JournalTail } from '../publish/journal-tail.js';
import { openKafka } from '../publish/kafka.js';
import { Publisher } from '../publish/publisher.js';
import { openFrameTransport } from './frame-transport.js';
import { LineWriter } from './line-writer.js';

const EMPTY: JournalTail = {
  partitions: [],
  last: null,
  confirmedSlots: new Map(),
  quotedIn: new Map(),
  source: null,
};

const [output, label = ''] = process.argv.slice(2);
const log = (line: string): void => console.error(`journal: ${line}`);

async function follow(publisher: JournalWriter, tail: JournalTail): Promise<void> {
  const finished = new AbortController();
  const transport = openFrameTransport(process.stdin, label, () => finished.abort());
  const ingest = new Ingest({
    transport,
    host: 'standard input',
    log,
    publisher,
    tail,
    solPrice: () => null,
  });
  await ingest.follow(finished.signal);
  await publisher.flush();
}

async function writeLines(): Promise<void> {
  const writer = new LineWriter(process.stdout);
  await follow(writer, EMPTY);
  if (writer.failures > 0) throw new Error(`${writer.failures} could not be read`);
}

async function publish(): Promise<void> {
  const env = readKafkaEnvironment(process.env);
  const outage = new Outage('Kafka', log);
  const publisher = new Publisher(openKafka(env, outage), log, outage);
  await follow(publisher, await publisher.start());
  await publisher.stop();
}

try {
  await (output === 'topic' ? publish() : writeLines());
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
const { user, system } = process.cpuUsage();
process.send?.({ cpuMs: (user + system) / 1_000, maxMemoryBytes: process.resourceUsage().maxRSS * 1_024 });
process.disconnect?.();
