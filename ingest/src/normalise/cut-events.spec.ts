import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import { encodeJournalRecord, type Fact } from '@cryptonite/contracts/events';
import { describe, expect, it } from 'vitest';
import type { Program } from '../decode/programs.js';
import {
  addressOf,
  buildTransaction,
  instructionData,
  programAddress,
  selfCpi,
} from '../testing/build-transaction.js';
import { encodeEvent, type FieldValues, ZERO_KEY } from '../testing/encode-event.js';
import { feeOf, poolBuyCost, poolTokensFor, sellProceeds } from '../testing/oracles.js';
import { normaliseTransaction } from './normalise-transaction.js';

const SECONDS = 1_791_600_000n;
const BLOCK_TIME_MS = Number(SECONDS) * 1000;
const MINT = addressOf('mint');
const POOL = addressOf('pool');
const source = { kind: 'tape' as const, name: 'test' };

type Case = {
  program: Program['id'];
  event: string;
  values: FieldValues;
  instruction?: string;
  /** Of a pool. */
  mints?: { base: string; quote: string };
};

/** The facts of a transaction with one event, which is given as bytes. */
function normalise(
  { program, instruction = 'buy', mints }: Case,
  event: Uint8Array,
  blockTimeMs = BLOCK_TIME_MS,
) {
  const { base, quote } = mints ?? { base: MINT, quote: SOL_MINT };
  const poolAccounts = [POOL, addressOf('user'), addressOf('config'), base, quote];
  const curveAccounts = [
    addressOf('global'),
    addressOf('fees'),
    MINT,
    addressOf('curve'),
    addressOf('vault'),
  ];
  const accounts = program === 'pumpswap' ? poolAccounts : curveAccounts;
  const outer = [{ program: programAddress(program), accounts, data: instructionData(instruction) }];
  const transaction = buildTransaction({ outer, inner: { 0: [selfCpi(program, event, 2)] } });
  const { records, failures } = normaliseTransaction(transaction, blockTimeMs, source);
  for (const record of records) encodeJournalRecord(record);
  return { facts: records.flatMap(({ facts }) => facts), failures };
}

const BASE = 200_000_000_000_000n;
const QUOTE = 100_000_000_000n;

/** A buy in a pool, as the programs of October 2026 tell it. */
function poolBuy(
  virtual: bigint,
  isExactIn: boolean,
  change: FieldValues = {},
  tokens = 1_234_567_890_123n,
): FieldValues {
  const quote = QUOTE + virtual;
  const net = isExactIn ? 987_654_321n : poolBuyCost(quote, BASE, tokens);
  const out = isExactIn ? poolTokensFor(quote, BASE, net) : tokens;
  const [lpFee, protocolFee, creatorFee] = [feeOf(net, 20n), feeOf(net, 5n), feeOf(net, 30n)];
  const gross = net + lpFee + protocolFee + creatorFee;
  return {
    timestamp: SECONDS,
    pool: POOL,
    user: addressOf('user'),
    base_amount_out: out,
    pool_base_token_reserves: BASE,
    pool_quote_token_reserves: QUOTE,
    quote_amount_in: isExactIn ? gross : net,
    user_quote_amount_in: isExactIn ? net : gross,
    lp_fee: lpFee,
    protocol_fee: protocolFee,
    coin_creator_fee: creatorFee,
    coin_creator: addressOf('creator'),
    protocol_fee_recipient: ZERO_KEY,
    buyback_fee: protocolFee / 2n,
    virtual_quote_reserves: virtual,
    base_supply: 999_000_000_000_000n,
    creator_fee_unclaimed: 7n,
    ix_name: 'buy',
    ...change,
  };
}

function poolSell(virtual: bigint, change: FieldValues = {}, tokens = 1_234_567_890_123n): FieldValues {
  const out = sellProceeds(QUOTE + virtual, BASE, tokens);
  const {
    base_amount_out: _,
    quote_amount_in: __,
    user_quote_amount_in: ___,
    ix_name: ____,
    ...common
  } = poolBuy(virtual, false, change, tokens);
  return { ...common, base_amount_in: tokens, quote_amount_out: out };
}

const curveTrade = {
  timestamp: SECONDS,
  mint: MINT,
  user: addressOf('user'),
  is_buy: true,
  sol_amount: 100n,
  token_amount: 2_000n,
  virtual_sol_reserves: 30_100n,
  virtual_token_reserves: 1_000_000n,
  real_sol_reserves: 100n,
  real_token_reserves: 700_000n,
  fee: 3n,
  creator: addressOf('creator'),
  creator_fee: 1n,
  ix_name: 'buy',
  mayhem_mode: true,
  shareholders: [{ address: addressOf('holder'), share_bps: 10_000 }],
  quote_amount: 100n,
  virtual_quote_reserves: 30_100n,
  real_quote_reserves: 100n,
  creator_fee_unclaimed: 9n,
};
const inUsdc = { sol_amount: 0n, virtual_sol_reserves: 0n, real_sol_reserves: 0n, quote_mint: USDC_MINT };
const launch = {
  timestamp: SECONDS,
  name: 'Name',
  symbol: 'SYM',
  uri: 'https://example.org',
  mint: MINT,
  bonding_curve: addressOf('curve'),
  user: addressOf('user'),
  creator: addressOf('creator'),
  virtual_token_reserves: 7n,
  virtual_sol_reserves: 8n,
  real_token_reserves: 5n,
  token_total_supply: 9n,
  token_program: addressOf('token'),
  is_mayhem_mode: true,
  is_cashback_enabled: true,
  virtual_quote_reserves: 8n,
  creator_fee_bps: 30n,
  depth: 1,
};
const change = {
  timestamp: SECONDS,
  pool: POOL,
  user: addressOf('user'),
  pool_base_token_reserves: 1_000n,
  pool_quote_token_reserves: 20_000n,
};
const ended = {
  timestamp: SECONDS,
  user: addressOf('user'),
  mint: MINT,
  bonding_curve: addressOf('curve'),
  pool: POOL,
};
const sweep = {
  timestamp: SECONDS,
  mint: MINT,
  bonding_curve: addressOf('curve'),
  pool: POOL,
  base_mint: MINT,
  recipient: addressOf('recipient'),
  amount: 5n,
  bucket: 1,
};

const CASES: Readonly<Record<string, Case>> = {
  'a trade on a curve in SOL': { program: 'pump', event: 'TradeEvent', values: curveTrade },
  'a trade on a curve in USDC': {
    program: 'pump',
    event: 'TradeEvent',
    values: { ...curveTrade, ...inUsdc },
  },
  'a sale of dust on a curve': {
    program: 'pump',
    event: 'TradeEvent',
    values: { ...curveTrade, is_buy: false, sol_amount: 0n, quote_amount: 0n },
  },
  'the part of a buy beyond its curve': {
    program: 'pump',
    event: 'PostCompleteBuyEvent',
    values: {
      ...ended,
      quote_mint: USDC_MINT,
      base_out: 5n,
      quote_in: 6n,
      fee: 2n,
      creator_fee: 1n,
      pool_base_reserves_after: 100n,
      pool_quote_reserves_after: 200n,
    },
  },
  'a launch in SOL': { program: 'pump', event: 'CreateEvent', values: launch, instruction: 'create_v2' },
  'a launch in USDC': {
    program: 'pump',
    event: 'CreateEvent',
    values: { ...launch, virtual_sol_reserves: 0n, quote_mint: USDC_MINT },
    instruction: 'create_v2',
  },
  'a completion in USDC': {
    program: 'pump',
    event: 'CompleteEvent',
    values: { ...ended, quote_mint: USDC_MINT },
  },
  'a migration in SOL': {
    program: 'pump',
    event: 'CompletePumpAmmMigrationEvent',
    values: { ...ended, mint_amount: 5n, sol_amount: 6n, pool_migration_fee: 7n },
  },
  'a migration in USDC': {
    program: 'pump',
    event: 'CompletePumpAmmMigrationEvent',
    values: { ...ended, mint_amount: 5n, pool_migration_fee: 7n, quote_mint: USDC_MINT },
  },
  'a sweep of a curve': {
    program: 'pump',
    event: 'SweepBondingCurveFeeEvent',
    values: { ...sweep, quote_mint: USDC_MINT },
  },
  'a buy of a boosted pool that keeps its fees': {
    program: 'pumpswap',
    event: 'BuyEvent',
    values: poolBuy(17_584_418_739n, false),
  },
  'an exact-in buy of a boosted pool': {
    program: 'pumpswap',
    event: 'BuyEvent',
    values: poolBuy(17_584_418_739n, true, { ix_name: 'multi_hop_swap' }),
  },
  'a buy of a pool with a small negative virtual quote': {
    program: 'pumpswap',
    event: 'BuyEvent',
    values: poolBuy(-87_303n, false),
  },
  'a buy of a pool that pays its fees out': {
    program: 'pumpswap',
    event: 'BuyEvent',
    values: poolBuy(0n, false, { protocol_fee_recipient: addressOf('protocol') }),
  },
  'a buy of dust from a boosted pool': {
    program: 'pumpswap',
    event: 'BuyEvent',
    values: poolBuy(17_584_418_739n, false, {
      base_amount_out: 5_000n,
      quote_amount_in: 3n,
      user_quote_amount_in: 6n,
      lp_fee: 1n,
      protocol_fee: 1n,
      coin_creator_fee: 1n,
      buyback_fee: 0n,
    }),
  },
  'a sale of a boosted pool that keeps its fees': {
    program: 'pumpswap',
    event: 'SellEvent',
    values: poolSell(17_584_418_739n),
  },
  'a sale of an inverted pool': {
    program: 'pumpswap',
    event: 'SellEvent',
    values: poolSell(-87_303n),
    mints: { base: SOL_MINT, quote: MINT },
  },
  'a new pool': {
    program: 'pumpswap',
    event: 'CreatePoolEvent',
    values: {
      timestamp: SECONDS,
      creator: addressOf('user'),
      base_mint: MINT,
      quote_mint: USDC_MINT,
      base_mint_decimals: 6,
      quote_mint_decimals: 6,
      pool_base_amount: 11n,
      pool_quote_amount: 22n,
      pool: POOL,
      coin_creator: addressOf('creator'),
      is_mayhem_mode: true,
    },
  },
  'a boost': {
    program: 'pumpswap',
    event: 'InitBoostEvent',
    values: { ...ended, virtual_quote_reserves: 17n, real_quote_reserves_after: 68n },
  },
  'a deposit': {
    program: 'pumpswap',
    event: 'DepositEvent',
    values: { ...change, base_amount_in: 10n, quote_amount_in: 200n, lp_token_amount_out: 5n },
  },
  'a withdrawal': {
    program: 'pumpswap',
    event: 'WithdrawEvent',
    values: { ...change, base_amount_out: 10n, quote_amount_out: 200n, lp_token_amount_in: 5n },
  },
  'a sweep of a pool': {
    program: 'pumpswap',
    event: 'SweepPoolFeeEvent',
    values: { ...sweep, quote_mint: SOL_MINT },
  },
};

/** What a fact says that the fact of the whole event does not. */
const wrongIn = (fact: Fact, whole: Fact): string[] =>
  Object.entries(fact)
    .filter(([field, value]) => value !== null && value !== whole[field as keyof Fact])
    .map(([field, value]) => `${field} is ${value}, not ${whole[field as keyof Fact]}`);

describe.each(Object.entries(CASES))('the event of %s', (_, each) => {
  const bytes = encodeEvent(each.program, each.event, each.values);
  const [whole] = normalise(each, bytes).facts;

  it('cut at any length says nothing wrong, and what it does not allow to say is a failure', () => {
    expect(whole).toBeDefined();
    for (let length = 0; length < bytes.length; length += 1) {
      const { facts, failures } = normalise(each, bytes.subarray(0, length));
      const [fact] = facts;
      const wrong = fact === undefined ? [] : wrongIn(fact, whole!);
      const isTold = facts.length === 1 || (facts.length === 0 && failures.length > 0);
      expect({ length, wrong, isTold }).toEqual({ length, wrong: [], isTold: true });
    }
  });

  it('says no less with bytes at its end that nobody knows', () => {
    for (const rest of [1, 8, 40]) {
      const { facts, failures } = normalise(
        each,
        Uint8Array.from([...bytes, ...new Uint8Array(rest).fill(0xa5)]),
      );
      expect({ facts, failures }).toEqual({ facts: [whole], failures: [] });
    }
  });
});

describe.each([7, 9, 12])('a trade of 1e%i units in a pool whose vault is not its price', (digits) => {
  const tokens = 10n ** BigInt(digits);

  it.each(['BuyEvent', 'SellEvent'] as const)('says nothing wrong where its %s is cut', (event) => {
    for (const virtual of [-1n, -87_303n, 5_000n])
      for (const recipient of [ZERO_KEY, addressOf('protocol')]) {
        const change = { protocol_fee_recipient: recipient };
        const values =
          event === 'BuyEvent' ? poolBuy(virtual, false, change, tokens) : poolSell(virtual, change, tokens);
        const each: Case = { program: 'pumpswap', event, values };
        const bytes = encodeEvent('pumpswap', event, values);
        const [whole] = normalise(each, bytes).facts;
        for (let length = 0; length < bytes.length; length += 1) {
          const [fact] = normalise(each, bytes.subarray(0, length)).facts;
          expect({ length, wrong: fact === undefined ? [] : wrongIn(fact, whole!) }).toEqual({
            length,
            wrong: [],
          });
        }
      }
  });
});

describe('a pool trade without the virtual quote', () => {
  /** 20 July 2026: the day before the first pool had one. */
  const LAST_WITHOUT_S = 1_784_505_600n;

  it.each([
    ['is priced by its vault before there was one', LAST_WITHOUT_S, QUOTE],
    ['has no price since', LAST_WITHOUT_S + 86_400n, null],
  ])('%s', (_, timestamp, vault) => {
    const values: FieldValues = { ...poolSell(0n), timestamp };
    const bytes = encodeEvent('pumpswap', 'SellEvent', values);
    // A sale of that time ended behind its cashback.
    const { facts, failures } = normalise(
      { program: 'pumpswap', event: 'SellEvent', values, instruction: 'sell' },
      bytes.subarray(0, 376),
      Number(timestamp) * 1000,
    );
    const left = (values.lp_fee as bigint) - (values.quote_amount_out as bigint);
    const priceQuoteReserves = vault && vault + left;
    expect({ facts, failures }).toMatchObject({
      facts: [{ kind: 'TradeExecuted', priceQuoteReserves }],
      failures: [],
    });
  });
});
