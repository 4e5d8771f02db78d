/**
 * Plays a market through ingest and the screener's fold, each the product's own in a process of its own, as fast as they can.
 * What the fold asks in one piece of the market is answered as the market stands a piece later, two seconds or more, and
 * known to the fold with that piece. The truth of the market is told to nobody.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FromFold, PlayedToken, ToFold } from '@cryptonite/contracts/evaluation';
import type { Market } from '@cryptonite/market/market.js';
import { marketLabel } from '@cryptonite/market/market.js';
import { root } from '../product.js';
import { openMarket, piecesOf } from './market-slots.js';
import { replyOf } from './services.js';

const FOLD = join(root, 'processors/dist/evaluation/fold-main.js');
const INGEST = join(root, 'ingest/dist/tape/journal-main.js');

type Request = Extract<FromFold, { kind: 'request' }>;

/** The fold's process: its requests wait until the market stands where they are answered. */
class Fold {
  readonly child = fork(FOLD, [], {
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  readonly tokens: PlayedToken[] = [];
  readonly #requests: Request[] = [];
  #answering: ((request: Request) => void) | null = null;
  /** Pieces whose asks are not all answered yet, of those whose are to be. */
  #owed = 0;
  #hasEnded = false;
  #wake = (): void => {};

  constructor() {
    this.child.on('message', (message: FromFold) => {
      if (message.kind === 'request')
        if (this.#answering) this.#answering(message);
        else this.#requests.push(message);
      else if (message.kind === 'token') this.tokens.push(message.token);
      else if (message.kind === 'asked') this.#settle();
      else this.#hasEnded = true;
      this.#wake();
    });
  }

  tell(message: ToFold): void {
    this.child.send(message);
  }

  /** Answers all that is asked of the next piece that was told. */
  async answer(market: Market, seed: number): Promise<void> {
    this.#owed += 1;
    if (this.#owed <= 0) return;
    this.#answering = ({ id, request }) =>
      this.tell({ kind: 'reply', id, reply: replyOf(request, market, seed) });
    for (const request of this.#requests.splice(0)) this.#answering(request);
    await this.#until(() => this.#owed <= 0);
  }

  /** At once: what is asked of the piece after it may come with the same bytes, and waits until the market has moved on. */
  #settle(): void {
    this.#owed -= 1;
    if (this.#owed <= 0) this.#answering = null;
  }

  async end(): Promise<void> {
    this.tell({ kind: 'end' });
    await this.#until(() => this.#hasEnded);
    this.child.disconnect();
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }
}

/** Rejects where the process ends in any other way than well. */
async function untilEnded(child: ChildProcess, name: string): Promise<void> {
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${name} ended with ${signal ?? `status ${code}`}`);
}

export type Played = { tokens: PlayedToken[] /** Of the market's life. */; spanMs: number };

export async function playMarket(seed: number, launches: number): Promise<Played> {
  const fold = new Fold();
  const ingest = spawn(process.execPath, [INGEST, 'lines', JSON.stringify(marketLabel(seed))], {
    stdio: ['pipe', fold.child.stdin, 'inherit'],
  });
  // Ingest alone writes there now: its end is the input's.
  fold.child.stdin?.destroy();
  const ended = Promise.all([untilEnded(ingest, 'ingest'), untilEnded(fold.child, 'the fold')]);
  // Where one fails, nobody waits for the other.
  ended.catch(() => {
    ingest.kill();
    fold.child.kill();
  });
  const [played] = await Promise.all([play(fold, ingest, seed, launches), ended]);
  return played;
}

async function play(fold: Fold, ingest: ChildProcess, seed: number, launches: number): Promise<Played> {
  const market = openMarket(seed, launches);
  const beganMs = market.nowMs;
  const input = ingest.stdin!;
  // Its exit says why.
  input.on('error', () => {});
  let isFirst = true;
  for (const { frames, until } of piecesOf(market, launches)) {
    if (until !== null) fold.tell({ kind: 'until', slot: until });
    if (!input.write(Buffer.concat(frames))) await once(input, 'drain');
    if (!isFirst) await fold.answer(market, seed);
    isFirst = false;
  }
  input.end();
  await fold.end();
  return { tokens: fold.tokens, spanMs: market.nowMs - beganMs };
}
