import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Http2Server } from 'node:http2';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Credentials } from './access.js';
import type { Rules } from './guard.js';

/** What the front needs to know. */
export interface FrontSetup extends Credentials {
  /** 0 for any free one. */
  port: number;
  spoolFolder: string;
  known: Pick<Rules, 'tableFunctions' | 'settings' | 'tableSettings'>;
}

export type FrontOrder = (FrontSetup & { pipe: number }) | 'stop';
export type FrontReport = { url: string } | { failure: string };

const ENTRY = fileURLToPath(new URL('./front-main.js', import.meta.url));
const PIPE = 4;
/** Of V8: tokens of a few statements. Answers lie beside it, within their own limit. */
const MAX_HEAP_MB = 256;
const PAUSE_MS = { first: 100, most: 3_000 };
const STABLE_AFTER_MS = 30_000;

/**
 * Keeps the analysts' port served by a process of its own: what an analyst sends can end that process at most, and then there is
 * another, at the same port, while statements of others go on.
 */
export class Front {
  private child: ChildProcess | undefined;
  private isStopping = false;
  private pauseMs = PAUSE_MS.first;

  constructor(
    private readonly setup: FrontSetup,
    private readonly store: Http2Server,
  ) {}

  /** @returns the port's address @throws Error where the port cannot be had */
  async start(): Promise<string> {
    const url = await this.spawn();
    this.setup.port = Number(new URL(url).port);
    return url;
  }

  private async spawn(): Promise<string> {
    const startedAt = performance.now();
    const child = fork(ENTRY, [], {
      // It needs none, and the secrets of this process are not its own.
      env: {},
      execArgv: ['--enable-source-maps', `--max-old-space-size=${MAX_HEAP_MB}`, '--v8-pool-size=1'],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
    });
    this.child = child;
    child.on('error', () => {});
    const pipe = child.stdio[PIPE]?.on('error', () => {});
    this.store.emit('connection', pipe);
    child.send({ ...this.setup, pipe: PIPE } satisfies FrontOrder, () => {});
    const ended = once(child, 'exit').then(([code, signal]) => `ended (${signal ?? code})`);
    const said = await Promise.race([
      once(child, 'message').then(([report]) => report as FrontReport),
      ended,
    ]);
    if (typeof said !== 'string' && 'url' in said) {
      void ended.then((how) => this.restart(how, performance.now() - startedAt));
      return said.url;
    }
    throw new Error(typeof said === 'string' ? `the analysts' front ${said}` : said.failure);
  }

  private async restart(how: string, servedMs: number): Promise<void> {
    if (servedMs > STABLE_AFTER_MS) this.pauseMs = PAUSE_MS.first;
    let why = `the analysts' front ${how}`;
    while (!this.isStopping) {
      console.error(`clickhouse: ${why}; started again in ${this.pauseMs} ms`);
      await wait(this.pauseMs);
      this.pauseMs = Math.min(this.pauseMs * 2, PAUSE_MS.most);
      if (this.isStopping) return;
      const failure = await this.spawn().then(
        () => null,
        (error: Error) => error.message,
      );
      if (failure === null) return console.error("clickhouse: the analysts' front is up again");
      why = failure;
    }
  }

  /** Takes no more requests. @returns once what is under way was sent */
  async stop(): Promise<void> {
    this.isStopping = true;
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.send('stop' satisfies FrontOrder, () => {});
    await once(child, 'exit');
  }

  /** Ends it at once. */
  kill(): void {
    this.child?.kill('SIGKILL');
  }
}
