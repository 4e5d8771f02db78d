import type { JournalRecord } from '@cryptonite/contracts/events';
import { decodeScreenerState, SHARD_SIZE } from '@cryptonite/contracts/states';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Chain, MINT } from '../../testing/facts.js';
import { restoredContents } from '../../testing/fold.js';
import { randomOf, walletOf } from '../../testing/journal.js';
import { applyRecord } from '../facts/apply-fact.js';
import { newPartition } from '../partition.js';
import { Capture } from './capture.js';
import { isLaunched } from './evict.js';
import { keysOfEvicted, readEvicted, restorePartition } from './states.js';

const QUARTER_MS = 16 * 60_000;
const DAY_MS = 86_402_000;

type Step =
  | { facts: number; among: number; kind: 'trade' | 'balance' | 'sold' }
  | { pass: number }
  | 'launch'
  | 'capture';

const FACTS = fc.record({
  facts: fc.nat(90),
  among: fc.constantFrom(20, 60, 250),
  kind: fc.constantFrom('trade' as const, 'balance' as const, 'sold' as const),
});
const STEPS = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: FACTS },
    { weight: 5, arbitrary: fc.record({ pass: fc.constantFrom(1_000, QUARTER_MS, DAY_MS) }) },
    { weight: 2, arbitrary: fc.constant('launch' as const) },
    { weight: 7, arbitrary: fc.constant('capture' as const) },
  ),
  { minLength: 20, maxLength: 80, size: 'max' },
);

/** The records of one token's life, and behind which of them states are captured. */
function lifeOf(steps: readonly Step[], random: () => number) {
  const chain = new Chain().slot();
  const captures = new Set<number>();
  for (const step of steps) {
    if (step === 'capture') captures.add(chain.slot().records.length - 1);
    else if (step === 'launch') chain.launch();
    else if ('pass' in step) chain.pass(step.pass).slot();
    else
      for (let fact = 0; fact < step.facts; fact += 1) {
        const of = Math.floor(random() * step.among);
        if (step.kind === 'trade') chain.trade(45, { trader: walletOf(of) });
        else chain.balance(of, walletOf(of), step.kind === 'sold' ? 0n : BigInt(1 + of));
      }
  }
  captures.add(chain.slot().records.length - 1);
  return { records: chain.records, captures };
}

/** A capture is made with so many of the records that follow it. */
const PIECES = 4;

/** A fold with its topic of states and its table; `random` releases, brings back from the table, and starts again. */
class Run {
  partition = newPartition(0);
  readonly states = new Map<string, string | Buffer>();
  readonly said: string[] = [];
  /** What each capture left in the topic. */
  readonly standing = new Map<number, string[]>();
  readonly seen = { restarts: 0, relaunched: 0, broughtBack: 0 };
  readonly #table: { offset: number; parts: string[] }[] = [];
  #newest = -1;
  #captured = -1;
  #capturing = -1;
  #pending: Capture | null = null;
  #piecesLeft = 0;

  constructor(
    private readonly life: ReturnType<typeof lifeOf>,
    private readonly disturbs: boolean,
  ) {}

  fold(offset: number): void {
    const record = this.life.records[offset]!;
    this.#bring(record, offset);
    this.partition.offset = offset;
    applyRecord(this.partition, record);
    if (this.partition.capture) this.#advance();
    if (offset > this.#newest) this.#note();
    this.partition.emitted = [];
    this.partition.leaving = [];
    this.#newest = Math.max(this.#newest, offset);
    if (this.life.captures.has(offset)) this.#capture(offset);
  }

  #bring({ facts }: JournalRecord, offset: number): void {
    const { tokens, evicted, found } = this.partition;
    if (!facts.some((fact) => 'mint' in fact) || tokens.has(MINT)) return;
    this.seen.relaunched += Number(isLaunched(facts, MINT) && evicted.has(MINT));
    if (isLaunched(facts, MINT) || evicted.has(MINT)) return;
    const left = this.#table.findLast((entry) => entry.offset < offset);
    if (!left) return;
    found.set(MINT, readEvicted(left.parts));
    this.seen.broughtBack += 1;
  }

  #note(): void {
    for (const { value } of this.partition.emitted) this.said.push(value.toString('latin1'));
    for (const { evictedOffset, part, state } of this.partition.leaving) {
      if (part === 0) this.#table.push({ offset: evictedOffset, parts: [] });
      this.#table.at(-1)?.parts.push(state);
      this.said.push(state);
    }
  }

  /** In pieces, in between which the fold goes on; undisturbed, at once. */
  #advance(): void {
    this.#piecesLeft -= 1;
    const records = this.#pending?.advance(this.#piecesLeft > 0 ? 0 : Number.POSITIVE_INFINITY);
    if (!records) return;
    this.#pending = null;
    this.partition.capture = null;
    this.#captured = this.#capturing;
    for (const { key, value } of records) {
      if (value === null) this.states.delete(key);
      else this.states.set(key, value);
    }
    checkShards(this.states);
    this.standing.set(this.#captured, this.#live());
  }

  #capture(offset: number): void {
    while (this.#pending) this.#advance();
    this.#capturing = offset;
    this.#pending = new Capture(this.partition);
    this.partition.capture = this.#pending;
    this.#piecesLeft = this.disturbs ? PIECES : 0;
    if (this.#piecesLeft === 0) this.#advance();
  }

  disturb(random: () => number): void {
    for (const [mint, token] of this.partition.evicted) {
      if ((token.state.evictedOffset ?? 0) > this.#captured || random() < 0.4) continue;
      this.partition.evicted.delete(mint);
      for (const key of keysOfEvicted(token)) this.states.delete(key);
      token.drop();
    }
    if (random() < 0.7) return;
    this.seen.restarts += 1;
    const stored = [...this.states];
    const restoring = restorePartition(0, random() < 0.5 ? stored : stored.reverse());
    let step = restoring.next();
    while (!step.done) step = restoring.next();
    this.partition = step.value;
    this.#pending = null;
    for (let offset = this.#captured + 1; offset <= this.#newest; offset += 1) this.fold(offset);
  }

  /** Of a token that is live; one that was evicted may have left the topic. */
  #live(): string[] {
    const state = decodeScreenerState(this.states.get(`token/${MINT}`) ?? this.states.get('clock') ?? '');
    const isLive = state.kind === 'token' && state.evictedOffset === undefined;
    return [...this.states]
      .filter(([key]) => key === 'clock' || isLive)
      .map(([key, value]) => `${key} ${typeof value === 'string' ? value : value.toString('base64')}`)
      .sort();
  }
}

/** No shard is missing or left behind, and all but the last are full. */
function checkShards(states: ReadonlyMap<string, string | Buffer>): void {
  for (const kind of ['accounts', 'traders']) {
    const sizes: number[] = [];
    for (const [key, text] of states) {
      const [of, mint, shard] = key.split('/');
      if (of !== kind) continue;
      expect(states.has(`token/${mint}`)).toBe(true);
      const state = decodeScreenerState(text);
      if ('entries' in state) sizes[Number(shard)] = state.entries.length;
    }
    expect(Array.from(sizes.slice(0, -1), (size) => size)).toEqual(sizes.slice(0, -1).map(() => SHARD_SIZE));
  }
}

it('a token keeps its numbers through shards, restarts, leaving, coming back and being launched again', {
  timeout: 180_000,
}, () => {
  const total = { restarts: 0, relaunched: 0, broughtBack: 0 };
  fc.assert(
    fc.property(STEPS, fc.integer(), (steps, chance) => {
      const random = randomOf(chance);
      const life = lifeOf(steps, random);
      const undisturbed = new Run(life, false);
      const disturbed = new Run(life, true);
      for (const offset of life.records.keys()) {
        undisturbed.fold(offset);
        disturbed.fold(offset);
        const isCaptured = life.captures.has(offset);
        if (random() < (isCaptured ? 0.6 : 0.02)) disturbed.disturb(random);
        if (!isCaptured) continue;
        const token = undisturbed.partition.tokens.get(MINT);
        const entries = [...(token?.accounts.states() ?? []), ...(token?.traders.states() ?? [])];
        const stored = restoredContents(undisturbed);
        expect(
          entries.map((entry) => stored.get(`${MINT} ${'account' in entry ? entry.account : entry.wallet}`)),
        ).toEqual(entries);
      }
      expect(disturbed.said).toEqual(undisturbed.said);
      for (const [offset, states] of disturbed.standing)
        expect(states).toEqual(undisturbed.standing.get(offset));
      for (const key of ['restarts', 'relaunched', 'broughtBack'] as const) total[key] += disturbed.seen[key];
    }),
    { numRuns: 30, seed: 7 },
  );
  // Else the property would hold for nothing.
  expect(Object.values(total).filter((count) => count < 3)).toEqual([]);
});
