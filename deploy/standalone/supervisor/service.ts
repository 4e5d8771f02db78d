import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { Outage } from '@cryptonite/contracts/outages';
import { LogFile } from './log-file.js';

export type ServiceSpec = {
  name: string;
  /** The compiled entry file. */
  entry: string;
  env: Record<string, string>;
  /** Bounds V8's heap, in MB, so that a fault in one service cannot take the machine's memory, and garbage is collected early. */
  maxHeapMb: number;
  /**
   * MB of V8's semi-space, 16 unless said otherwise. A service through which records flow keeps little of them: with
   * more room they are gone before they are moved (the screener's fold takes 30% less processor time at 64).
   */
  semiSpaceMb?: number;
  /** Nobody waits for it at once: it leaves the processors to the others when they are scarce. */
  isPatient?: boolean;
};

export type ServiceEvents = {
  /** Each time the service can serve, with the addresses it named. */
  ready: (service: string, addresses: Record<string, string>) => void;
  /** A line for the person at the terminal. */
  say: (line: string) => void;
};

const BACKOFF_MS = { first: 200, most: 3_000 };
const STABLE_AFTER_MS = 30_000;
/** Longer than any service takes to stop by itself: ClickHouse gives its statements 10 s and their readers 2 s. */
const STOP_GRACE_MS = 15_000;
const LAST_WORDS_MS = 500;
const ANSWER_WITHIN_MS = 2_000;
/**
 * Threads that help V8 collect garbage. With its own four, on two processors, the screener at 1,000 trades/s takes 77% of
 * a processor, half of it in these threads; with one 41%.
 */
const V8_THREADS = 1;
/** With this much niceness a process gets a third of what one without gets, where both want all of a processor. */
const NICENESS = 5;
/** A service that ends so often before it has served once will not come up by itself. */
const STARTS_MOST = 6;

/** A service or task that does not come up. What it said stands above, so that no stack is needed. */
export class ServiceError extends Error {}

/** One child process that is started again, with growing pauses, whenever it ends unasked. */
export class Service {
  readonly name: string;
  #child: ChildProcess | null = null;
  #stopping = false;
  #pauseMs = BACKOFF_MS.first;
  #timer: NodeJS.Timeout | null = null;
  #hasServed = false;
  #starts = 0;
  #log: LogFile;
  readonly #outage: Outage;
  #firstReady: Promise<void>;
  #resolveReady: () => void = () => {};
  #rejectReady: (error: Error) => void = () => {};

  constructor(
    private readonly spec: ServiceSpec,
    private readonly events: ServiceEvents,
    logFile: string,
  ) {
    this.name = spec.name;
    this.#log = new LogFile(logFile);
    this.#outage = new Outage(spec.name, events.say);
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

  /**
   * Starts it and waits until it serves. Rejects when its configuration is refused (exit status 2), when it keeps
   * ending before it serves, and when it is stopped before.
   */
  start(): Promise<void> {
    this.#spawn();
    return this.#firstReady;
  }

  #spawn(): void {
    const startedAt = performance.now();
    this.#starts += 1;
    const nodeFlags = [
      '--enable-source-maps',
      `--max-old-space-size=${this.spec.maxHeapMb}`,
      `--v8-pool-size=${V8_THREADS}`,
      ...(this.spec.semiSpaceMb ? [`--max-semi-space-size=${this.spec.semiSpaceMb}`] : []),
    ];
    const child = fork(this.spec.entry, [], {
      env: { ...inheritedEnvironment(), ...this.spec.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A terminal's Ctrl-C goes to its process group: children must stop in order, not all at once.
      detached: true,
      // Niceness is a thread's own on Linux, so it is taken on before the first thread begins.
      ...(this.spec.isPatient
        ? { execPath: 'nice', execArgv: ['-n', String(NICENESS), process.execPath, ...nodeFlags] }
        : { execArgv: nodeFlags }),
    });
    this.#child = child;
    if (this.spec.isPatient && child.pid !== undefined) makeSessionPatient(child.pid);
    if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => this.#log.write(line));
    if (child.stderr)
      createInterface({ input: child.stderr }).on('line', (line) => {
        this.#log.write(line);
        // Some name themselves.
        const isNamed = line.startsWith(`${this.name}:`) || line.startsWith(`${this.name} `);
        this.events.say(`${isNamed ? '' : `${this.name}: `}${line.slice(0, 500)}`);
      });
    child.on('message', (message: unknown) => {
      const ready = (message as { ready?: Record<string, string> } | null)?.ready;
      if (!ready) return;
      this.#hasServed = true;
      this.events.ready(this.name, ready);
      this.#outage.ended(Date.now());
      this.#resolveReady();
    });
    child.on('error', (error) => this.events.say(`${this.name}: ${error.message}`));
    child.on('exit', (status, signal) => {
      this.#child = null;
      if (this.#stopping) return;
      const refusal = this.#refusal(status);
      if (refusal) {
        if (this.#hasServed) this.events.say(refusal);
        this.#rejectReady(new ServiceError(refusal));
        return;
      }
      if (performance.now() - startedAt > STABLE_AFTER_MS) this.#pauseMs = BACKOFF_MS.first;
      const how = `ended (${signal ?? status}); started again in ${this.#pauseMs} ms`;
      if (this.#hasServed && this.#outage.sinceMs === null) this.#outage.began(Date.now(), how);
      else this.events.say(`${this.name} ${how}`);
      this.#timer = setTimeout(() => this.#spawn(), this.#pauseMs);
      this.#pauseMs = Math.min(this.#pauseMs * 2, BACKOFF_MS.most);
    });
  }

  /** Why it is not started again; null when it is. */
  #refusal(status: number | null): string | null {
    if (status === 2)
      return `${this.name} refused ${this.#hasServed ? 'to go on and is not started again' : 'to start'}: its lines above say why.`;
    if (!this.#hasServed && this.#starts >= STARTS_MOST)
      return `${this.name} ended ${STARTS_MOST} times before it could serve: its lines above say why.`;
    return null;
  }

  /** What it says of its health over its own channel, which nobody else has; null where it does not answer. */
  health(): Promise<unknown> {
    const child = this.#child;
    if (!child?.connected) return Promise.resolve(null);
    return new Promise((resolve) => {
      const settle = (health: unknown) => {
        clearTimeout(late);
        child.off('message', hear).off('exit', leave);
        resolve(health);
      };
      const hear = (message: unknown) => {
        if (message !== null && typeof message === 'object' && 'health' in message) settle(message.health);
      };
      const leave = () => settle(null);
      const late = setTimeout(leave, ANSWER_WITHIN_MS);
      child.on('message', hear).once('exit', leave);
      child.send('health', (error) => error && leave());
    });
  }

  /** Asks it to stop, and after a grace makes it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#rejectReady(new ServiceError(`${this.name} was stopped before it could serve.`));
    if (this.#timer) clearTimeout(this.#timer);
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      const said = new Promise<void>((resolve) => child.once('close', () => resolve()));
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
      await gone;
      clearTimeout(force);
      // Its last words are still in the pipe, which a process of its own may keep open.
      await Promise.race([said, wait(LAST_WORDS_MS)]);
    }
    this.#log.close();
  }
}

/** Where Linux shares processors out by session (autogroup), niceness counts within one only: the session has its own. */
function makeSessionPatient(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS));
  } catch {
    // No Linux, or one that does not group by session.
  }
}

/** What a child needs of this process's environment; secrets reach only the services that are given them. */
function inheritedEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'NO_PROXY'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/**
 * Runs a task that ends by itself, such as a migration; the signal ends it. Rejects with what it wrote to stderr when
 * it fails.
 */
export function runTask(
  spec: Pick<ServiceSpec, 'name' | 'entry' | 'env'>,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(spec.entry, [], {
      env: { ...inheritedEnvironment(), ...spec.env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      signal,
    });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    });
    child.on('error', reject);
    child.on('exit', (status) =>
      status === 0
        ? resolve()
        : reject(new ServiceError(`${spec.name} failed: ${said.trim() || `status ${status}`}`)),
    );
  });
}
