import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TapeWriter } from '@cryptonite/provider/tape.js';
import type { Update } from '@cryptonite/provider/update.js';
import bs58 from 'bs58';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toBase58 } from './addresses.js';
import type { LiquidityPlan } from './agents/liquidity-provider.js';
import { playBounded } from './market-source.js';
import { GRADUATING, PULLER, planPull } from './testing/pulled-pool.js';

const DECODE = fileURLToPath(new URL('../../ingest/dist/decode-cli/main.js', import.meta.url));

type Line = Record<string, string> & { time: number };

let plain: Update[];
let planned: Update[];
let plan: LiquidityPlan;
let lines: Line[];
let remarks: string;

const folder = mkdtempSync(join(tmpdir(), 'liquidity-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  ({ updates: plain, plan } = planPull());
  planned = [...playBounded({ ...GRADUATING, liquidity: [plan] })].flat();
  const tape = join(folder, 'market.tape');
  const writer = await TapeWriter.create(tape);
  for (const { body } of planned) await writer.write(body);
  await writer.close();
  const decoded = await promisify(execFile)(process.execPath, [DECODE, tape], { maxBuffer: 1 << 28 });
  remarks = decoded.stderr;
  lines = decoded.stdout.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));
  lines.sort((a, b) => (a.position! < b.position! ? -1 : 1));
});

const ofToken = () => lines.filter(({ mint }) => mint === toBase58(plan.mint));
const changes = () => lines.filter(({ kind }) => kind === 'LiquidityChanged');

it('is deposited and withdrawn at the times of the plan, and nobody else does either', () => {
  expect(remarks).toBe('');
  const pool = lines.find(({ kind, mint }) => kind === 'Migrated' && mint === toBase58(plan.mint))!.pool;
  const common = { mint: toBase58(plan.mint), venue: 'pumpswap', pool, user: toBase58(PULLER) };
  expect(changes()).toMatchObject([
    { ...common, change: 'deposit' },
    { ...common, change: 'withdraw' },
  ]);
  const [deposit, withdrawal] = changes();
  // A block's time is in whole seconds.
  for (const [{ time }, dueMs] of [
    [deposit!, plan.depositMs],
    [withdrawal!, plan.withdrawMs],
  ] as const)
    expect(Math.abs(time - dueMs)).toBeLessThanOrEqual(1_400);
  expect(withdrawal!.lpTokenAmount).toBe(deposit!.lpTokenAmount);
  expect(plain.some(({ body }) => body.includes(Buffer.from('Program log: Instruction: Deposit')))).toBe(
    false,
  );
});

it('pulls more than half of the pool', () => {
  const { quoteAmount, realQuoteReserves } = changes()[1]!;
  const left = Number(realQuoteReserves);
  expect(left / (left + Number(quoteAmount))).toBeLessThan(0.5);
});

it('changes the reserves from which trades go on, and the balances of vault and wallet', () => {
  const facts = ofToken();
  for (const change of changes()) {
    const at = facts.indexOf(change);
    const before = facts.slice(0, at).findLast(({ kind }) => kind === 'TradeExecuted')!;
    const sign = change.change === 'deposit' ? 1n : -1n;
    for (const [reserves, amount] of [
      ['realTokenReserves', 'tokenAmount'],
      ['realQuoteReserves', 'quoteAmount'],
    ] as const)
      expect(BigInt(change[reserves]!)).toBe(BigInt(before[reserves]!) + sign * BigInt(change[amount]!));
    const next = facts.slice(at).find(({ kind }) => kind === 'TradeExecuted')!;
    const bought = next.side === 'buy' ? 1n : -1n;
    expect(BigInt(next.realTokenReserves!) + bought * BigInt(next.tokenAmount!)).toBe(
      BigInt(change.realTokenReserves!),
    );
    const balances = facts.filter(
      ({ kind, signature }) => kind === 'BalanceChanged' && signature === change.signature,
    );
    expect(balances.map(({ ownerAfter }) => ownerAfter).sort()).toEqual(
      [change.pool!, toBase58(PULLER)].sort(),
    );
    const vault = balances.find(({ ownerAfter }) => ownerAfter === change.pool);
    expect(vault!.amount).toBe(change.realTokenReserves);
  }
});

it('opens a pool without a boost, and changes no byte before that', () => {
  expect(ofToken().map(({ kind }) => kind)).not.toContain('PoolBoosted');
  const opened = lines.find(({ kind, mint }) => kind === 'PoolCreated' && mint === toBase58(plan.mint))!;
  const at = planned.findIndex(
    (update) => update.kind === 'transaction' && bs58Of(update.signature) === opened.signature,
  );
  expect(at).toBeGreaterThan(1_000);
  for (const [index, { body }] of planned.slice(0, at).entries())
    expect(body.equals(plain[index]!.body)).toBe(true);
});

const bs58Of = (latin1: string): string => bs58.encode(Buffer.from(latin1, 'latin1'));
