import { type ChildProcess, fork } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';

export type ServiceSpec = {
  name: string;
  /** The compiled entry file. */
  entry: string;
  env: Record<string, string>;
  /** Bounds V8's heap, in MB, so that a fault in one service cannot take the machine's memory. */
  maxHeapMb?: number;
};

export type ServiceEvents = {
  /** Each time the service can serve, with the addresses it named. */
  ready: (service: string, addresses: Record<string, string>) => void;
  /** A line for the person at the terminal. */
  say: (line: string) => void;
};

const BACKOFF_MS = { first: 200, most: 10_000 };
const STABLE_AFTER_MS = 30_000;
const STOP_GRACE_MS = 15_000;

/** One child process that is started again, with growing pauses, whenever it ends unasked. */
export class Service {
  readonly name: string;
  #child: ChildProcess | null = null;
  #stopping = false;
  #pauseMs = BACKOFF_MS.first;
  #timer: NodeJS.Timeout | null = null;
  #log: WriteStream;
  #firstReady: Promise<void>;
  #resolveReady: () => void = () => {};
  #rejectReady: (error: Error) => void = () => {};

  constructor(
    private readonly spec: ServiceSpec,
    private readonly events: ServiceEvents,
    logFile: string,
  ) {
    this.name = spec.name;
    this.#log = createWriteStream(logFile, { flags: 'a' });
    this.#firstReady = new Promise((resolve, reject) => {
      this.#resolveReady = resolve;
      this.#rejectReady = reject;
    });
    // A service that fails before anyone waits for it is no unhandled rejection.
    this.#firstReady.catch(() => {});
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it and waits until it serves; rejects when its configuration is refused (exit status 2). */
  start(): Promise<void> {
    this.#spawn();
    return this.#firstReady;
  }

  #spawn(): void {
    const startedAt = performance.now();
    const child = fork(this.spec.entry, [], {
      env: { ...inheritedEnvironment(), ...this.spec.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A terminal's Ctrl-C goes to its process group: children must stop in order, not all at once.
      detached: true,
      execArgv: [
        '--enable-source-maps',
        ...(this.spec.maxHeapMb ? [`--max-old-space-size=${this.spec.maxHeapMb}`] : []),
      ],
    });
    this.#child = child;
    child.stdout?.pipe(this.#log, { end: false });
    if (child.stderr)
      createInterface({ input: child.stderr }).on('line', (line) => {
        this.#log.write(`${line}\n`);
        this.events.say(`${this.name}: ${line.slice(0, 500)}`);
      });
    child.on('message', (message: unknown) => {
      const ready = (message as { ready?: Record<string, string> } | null)?.ready;
      if (!ready) return;
      this.events.ready(this.name, ready);
      this.#resolveReady();
    });
    child.on('error', (error) => this.events.say(`${this.name}: ${error.message}`));
    child.on('exit', (status, signal) => {
      this.#child = null;
      if (this.#stopping) return;
      if (status === 2) {
        this.#rejectReady(new Error(`${this.name} refused to start: its lines above say why.`));
        return;
      }
      if (performance.now() - startedAt > STABLE_AFTER_MS) this.#pauseMs = BACKOFF_MS.first;
      this.events.say(`${this.name} ended (${signal ?? status}); started again in ${this.#pauseMs} ms`);
      this.#timer = setTimeout(() => this.#spawn(), this.#pauseMs);
      this.#pauseMs = Math.min(this.#pauseMs * 2, BACKOFF_MS.most);
    });
  }

  /** Asks it to stop, and after a grace makes it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer) clearTimeout(this.#timer);
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
      await gone;
      clearTimeout(force);
    }
    await new Promise<void>((resolve) => this.#log.end(resolve));
  }
}

/** What a child needs of this process's environment; secrets reach only the services that are given them. */
function inheritedEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'NO_PROXY'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Runs a task that ends by itself, such as a migration. Rejects with what it wrote to stderr when it fails. */
export function runTask(spec: ServiceSpec): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(spec.entry, [], {
      env: { ...inheritedEnvironment(), ...spec.env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    });
    child.on('error', reject);
    child.on('exit', (status) =>
      status === 0
        ? resolve()
        : reject(new Error(`${spec.name} failed: ${said.trim() || `status ${status}`}`)),
    );
  });
}
