import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Answer, type DecodedPicture, type RefusedPicture } from './answer.js';
import { withoutNetwork } from './confine.js';

/** The compiled process, by the name of its package: this runs as a source, compiled, and in a bundle elsewhere. */
const MAIN = fileURLToPath(import.meta.resolve('@cryptonite/processors/decoder-of-pictures'));
const Started = z.object({ has: z.array(z.string().max(100)).max(10) });
const HEAP_MB = 64;
const STARTS_WITHIN_MS = 60_000;
/** Pictures that wait; each is held in memory meanwhile. */
const WAITING_MOST = 32;
const LAST_WORDS_MOST = 1_000;
const CLOSED = 'pictures are read no more';

/** 64 million pixels take up to 6 s, and 700 MB at most but as AVIF: beyond 40 million pixels that takes more than this. */
const LIMITS = { pictureMs: 20_000, memoryMb: 1_024 };

export interface DecodesPictures {
  /** Rejects where the fault is not the picture's: it is worth another try. */
  decode(bytes: Buffer): Promise<DecodedPicture | RefusedPicture>;
  close(): Promise<void>;
}

/**
 * Decodes one picture at a time in a process of its own, which has no environment of ours, and no user, network or files where the
 * system lets it be without: of what it has none the less it is told once. Whatever a picture does to
 * its decoder ends with it: a process that crashes, takes too long or too much memory is killed, and the next picture gets
 * a new one.
 */
export class Decoder implements DecodesPictures {
  #child: Promise<ChildProcess> | null = null;
  #isClosed = false;
  #hasTold = false;
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
      const answered = (said: unknown) => {
        clearTimeout(late);
        child.off('exit', ended);
        const answer = Answer.safeParse(said);
        if (answer.success) return resolve(answer.data);
        // A picture has made another program of it, to which the next one is not given while it ends.
        this.#child = null;
        child.kill('SIGKILL');
        resolve({ failure: 'unreadable', detail: 'its reading ended with an answer that is none' });
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
    const started = withoutNetwork().then((before) => {
      const command = [...before, process.execPath, `--max-old-space-size=${HEAP_MB}`, MAIN];
      const child = spawn(command[0]!, command.slice(1), {
        env: { MEMORY_MB: String(this.limits.memoryMb) },
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      child.once('exit', forget);
      return this.#whenStarted(child);
    });
    const forget = () => {
      if (this.#child === started) this.#child = null;
    };
    // A process that cannot be made at all has no exit.
    started.catch(forget);
    return started;
  }

  #whenStarted(child: ChildProcess): Promise<ChildProcess> {
    let lastWords = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      lastWords = (lastWords + chunk.toString()).slice(-LAST_WORDS_MOST);
    });
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => child.kill('SIGKILL'), STARTS_WITHIN_MS);
      child.once('message', (said) => {
        clearTimeout(late);
        this.#tell(Started.parse(said).has);
        resolve(child);
      });
      child.on('error', reject);
      child.once('exit', (status, signal) => {
        clearTimeout(late);
        reject(
          new Error(`the decoder of pictures does not start (${signal ?? status}): ${lastWords.trim()}`),
        );
      });
    });
  }

  #tell(has: readonly string[]): void {
    if (has.length > 0 && !this.#hasTold)
      this.log(`what this system lets the decoder of pictures keep: ${has.join(', ')}`);
    this.#hasTold = true;
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
