import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UpdateSource } from './server.js';
import { readTape, TapeError } from './tape.js';
import { parseUpdate, type Update } from './update.js';

/** How many times faster than recorded; `max` is as fast as the clients read. */
export type Speed = 1 | 10 | 'max';

/** Tapes join moments that lie days apart: no pause is longer than this on the wall clock. */
const LONGEST_PAUSE_MS = 3_000;

const BATCH = 256;

/** Opens a tape as a source. Throws TapeError where the first frame cannot be read. */
export async function openTapeSource(
  file: string,
  speed: Speed,
  log: (line: string) => void,
): Promise<UpdateSource> {
  return {
    label: {
      package: 'cryptonite-tape',
      version: '0.1.0',
      source: { kind: 'tape', name: basename(file) },
    },
    waitsFor: speed === 'max' ? 'slowest-client' : 'first-client',
    firstSlot: await readFirstSlot(file),
    updates: (stopped) => playTape(file, speed, log, stopped),
  };
}

async function readFirstSlot(file: string): Promise<number | null> {
  for await (const { update } of readUpdates(file)) if (update) return update.slot;
  return null;
}

async function* readUpdates(file: string): AsyncGenerator<ReturnType<typeof parseUpdate>> {
  let lastSlot = 0;
  let frames = 0;
  for await (const frame of readTape(file)) {
    frames++;
    let parsed: ReturnType<typeof parseUpdate>;
    try {
      parsed = parseUpdate(frame, lastSlot);
    } catch (error) {
      throw new TapeError(`${file}: frame ${frames} is no SubscribeUpdate: ${String(error)}`);
    }
    lastSlot = parsed.update?.slot ?? lastSlot;
    yield parsed;
  }
}

async function* playTape(
  file: string,
  speed: Speed,
  log: (line: string) => void,
  stopped: AbortSignal,
): AsyncGenerator<Update[]> {
  const pace = speed === 'max' ? null : new Pace(speed, log);
  let batch: Update[] = [];
  let played = 0;
  for await (const { update, sentAtMs } of readUpdates(file)) {
    if (!update) continue;
    const blockTimeMs =
      update.kind === 'blockMeta' && update.blockTimeS !== null ? update.blockTimeS * 1000 : null;
    const waitMs = pace?.waitMs(sentAtMs ?? blockTimeMs) ?? 0;
    if (batch.length >= BATCH || (waitMs > 0 && batch.length > 0)) {
      yield batch;
      batch = [];
    }
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: stopped }).catch(() => {});
    if (stopped.aborted) return;
    batch.push(update);
    played++;
  }
  if (batch.length > 0) yield batch;
  log(`the tape has ended after ${played} updates; what is buffered stays available`);
}

/** Follows the recorded time: when each update was sent, or for recordings without it, the block's time. */
class Pace {
  readonly #speed: number;
  readonly #log: (line: string) => void;
  #recordedMs: number | null = null;
  #dueMs = Date.now();

  constructor(speed: number, log: (line: string) => void) {
    this.#speed = speed;
    this.#log = log;
  }

  /** Milliseconds until an update recorded at this time is due; time never runs backwards. */
  waitMs(recordedMs: number | null): number {
    if (recordedMs === null) return 0;
    const passedMs = this.#recordedMs === null ? 0 : Math.max(0, recordedMs - this.#recordedMs);
    this.#recordedMs = Math.max(recordedMs, this.#recordedMs ?? 0);
    const pauseMs = Math.min(passedMs / this.#speed, LONGEST_PAUSE_MS);
    if (pauseMs < passedMs / this.#speed) {
      this.#log(
        `a pause of ${Math.round(passedMs / 1000)} s on the tape is played as ${LONGEST_PAUSE_MS / 1000} s`,
      );
    }
    this.#dueMs += pauseMs;
    return Math.max(0, this.#dueMs - Date.now());
  }
}
