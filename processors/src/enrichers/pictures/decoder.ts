import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DecodedPicture, RefusedPicture } from './decode-picture.js';

/** The compiled process, by the name of its package: this runs as a source, compiled, and in a bundle elsewhere. */
const MAIN = fileURLToPath(import.meta.resolve('@cryptonite/processors/decoder-of-pictures'));
const HEAP_MB = 64;
const STARTS_WITHIN_MS = 60_000;
/** Pictures that wait; each is held in memory meanwhile. */
const WAITING_MOST = 32;
const LAST_WORDS_MOST = 1_000;
const CLOSED = 'pictures are read no more';

/** 64 million pixels take up to 6 s, and 700 MB at most but as AVIF: beyond 40 million pixels that takes more than this. */
const LIMITS = { pictureMs: 20_000, memoryMb: 1_024 };

/**
 * Decodes one picture at a time in a process of its own, which has no secret in its environment. Whatever a picture does to
 * its decoder ends with it: a process that crashes, takes too long or too much memory is killed, and the next picture gets
 * a new one.
 */
export class Decoder {
  #child: Promise<ChildProcess> | null = null;
  #isClosed = false;
  #waiting = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly log: (line: string) => void,
    private readonly limits = LIMITS,
  ) {}

  /** Rejects where no process comes up: no fault of the picture, and worth another try. */
  decode(bytes: Buffer): Promise<DecodedPicture | RefusedPicture> {
    if (this.#waiting >= WAITING_MOST)
      return Promise.resolve({ failure: 'too-slow', detail: `${WAITING_MOST} pictures wait to be read` });
    this.#waiting += 1;
    const decoded = this.#turn
      .then(() => this.#decodeNext(bytes))
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#turn = decoded.catch(() => {});
    return decoded;
  }

  /** The process, while there is one. */
  async pid(): Promise<number | null> {
    return (await this.#child)?.pid ?? null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const child = await this.#child?.catch(() => null);
    child?.kill('SIGKILL');
    await this.#turn;
  }

  async #decodeNext(bytes: Buffer): Promise<DecodedPicture | RefusedPicture> {
    if (this.#isClosed) throw new Error(CLOSED);
    this.#child ??= this.#start();
    const child = await this.#child;
    const { pictureMs } = this.limits;
    return new Promise((resolve, reject) => {
      let isLate = false;
      const late = setTimeout(() => {
        isLate = true;
        child.kill('SIGKILL');
      }, pictureMs);
      const answered = (answer: unknown) => {
        clearTimeout(late);
        child.off('exit', ended);
        resolve(answer as DecodedPicture | RefusedPicture);
      };
      const ended = (status: number | null, signal: NodeJS.Signals | null) => {
        clearTimeout(late);
        if (this.#isClosed) return reject(new Error(CLOSED));
        const refused = refusalOf(isLate, signal ?? status, this.limits);
        this.log(`a picture ended its decoder: ${refused.detail}`);
        resolve(refused);
      };
      child.once('message', answered).once('exit', ended);
      // Where it cannot be sent the process is about to end, which tells.
      child.send(bytes, () => {});
    });
  }

  #start(): Promise<ChildProcess> {
    const child = fork(MAIN, [], {
      env: { MEMORY_MB: String(this.limits.memoryMb) },
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let lastWords = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      lastWords = (lastWords + chunk.toString()).slice(-LAST_WORDS_MOST);
    });
    const started = new Promise<ChildProcess>((resolve, reject) => {
      const late = setTimeout(() => child.kill('SIGKILL'), STARTS_WITHIN_MS);
      child.once('message', () => {
        clearTimeout(late);
        resolve(child);
      });
      child.on('error', reject);
      child.once('exit', (status, signal) => {
        clearTimeout(late);
        forget();
        reject(
          new Error(`the decoder of pictures does not start (${signal ?? status}): ${lastWords.trim()}`),
        );
      });
    });
    const forget = () => {
      if (this.#child === started) this.#child = null;
    };
    // A process that cannot be made at all has no exit.
    started.catch(forget);
    return started;
  }
}

/** The process kills itself over its memory, and so does a system that has none left. */
function refusalOf(
  isLate: boolean,
  how: NodeJS.Signals | number | null,
  { pictureMs, memoryMb }: typeof LIMITS,
): RefusedPicture {
  if (isLate) return { failure: 'too-slow', detail: `not read within ${pictureMs / 1_000} s` };
  const detail =
    how === 'SIGKILL' ? `takes more than ${memoryMb} MB to be read` : `its reading ended with ${how}`;
  return { failure: 'unreadable', detail };
}
