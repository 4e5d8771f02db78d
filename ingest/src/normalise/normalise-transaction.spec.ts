import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import { encodeJournalRecord, type Fact } from '@cryptonite/contracts/events';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  type BuiltTransaction,
  buildTransaction,
  instructionData,
  logOf,
  programAddress,
  selfCpi,
} from '../testing/build-transaction.js';
import { encodeEvent, type FieldValues } from '../testing/encode-event.js';
import { normaliseTransaction } from './normalise-transaction.js';

const PUMP = programAddress('pump');
const PUMPSWAP = programAddress('pumpswap');
const MINT = addressOf('mint');
const POOL = addressOf('pool');
const CURVE = addressOf('curve');
const USER = addressOf('user');
const SECONDS = 1_760_000_000n;
const BLOCK_TIME_MS = 1_760_000_001_000;
const source = { kind: 'tape' as const, name: 'test' };

const normalise = (built: BuiltTransaction, blockTimeMs: number | null = BLOCK_TIME_MS) => {
  const { records, failures } = normaliseTransaction(buildTransaction(built), blockTimeMs, source);
  // Whatever is normalised keeps its contract.
  for (const record of records) encodeJournalRecord(record);
  return { records, failures };
};
const factsOf = (built: BuiltTransaction, blockTimeMs?: number | null): Fact[] =>
  normalise(built, blockTimeMs).records.flatMap(({ facts }) => facts);

/** One PumpSwap instruction with its event. */
const poolTransaction = (
  name: string,
  values: FieldValues,
  mints = { base: MINT, quote: SOL_MINT },
): BuiltTransaction => ({
  outer: [{ program: PUMPSWAP, accounts: [POOL, USER, addressOf('config'), mints.base, mints.quote] }],
  inner: {
    0: [
      selfCpi(
        'pumpswap',
        encodeEvent('pumpswap', name, { timestamp: SECONDS, pool: POOL, user: USER, ...values }),
        2,
      ),
    ],
  },
});

const curveTransaction = (
  name: string,
  values: FieldValues,
  until?: string,
  instruction = 'buy',
): BuiltTransaction => ({
  outer: [
    {
      program: PUMP,
      accounts: [addressOf('global'), addressOf('fees'), MINT, CURVE, addressOf('vault')],
      data: instructionData(instruction),
    },
  ],
  inner: {
    0: [
      selfCpi(
        'pump',
        encodeEvent('pump', name, { timestamp: SECONDS, mint: MINT, user: USER, ...values }, until),
        2,
      ),
    ],
  },
});

describe('a trade on a curve', () => {
  const values = {
    is_buy: true,
    sol_amount: 100n,
    token_amount: 2_000n,
    virtual_sol_reserves: 30_100n,
    virtual_token_reserves: 1_000_000n,
    real_sol_reserves: 100n,
    real_token_reserves: 700_000n,
    fee: 3n,
    creator_fee: 1n,
    creator: addressOf('creator'),
    ix_name: 'buy',
  };

  it('in SOL is stated with the reserves after it, its curve and its payer', () => {
    expect(factsOf(curveTransaction('TradeEvent', values))).toEqual([
      {
        kind: 'TradeExecuted',
        id: `${bs58.encode(new Uint8Array(64).fill(9))}:0:1:TradeExecuted`,
        position: '000000000100-000000-000-0001',
        time: Number(SECONDS) * 1000,
        mint: MINT,
        venue: 'pump-curve',
        pool: CURVE,
        side: 'buy',
        tokenAmount: 2_000n,
        quoteMint: SOL_MINT,
        quoteDecimals: 9,
        quoteAmount: 100n,
        protocolFee: 3n,
        creatorFee: 1n,
        lpFee: null,
        trader: USER,
        feePayer: addressOf('fee payer'),
        priceTokenReserves: 1_000_000n,
        priceQuoteReserves: 30_100n,
        realTokenReserves: 700_000n,
        realQuoteReserves: 100n,
        creator: addressOf('creator'),
        isMayhem: false,
        tokenSupply: null,
        instructionName: 'buy',
      },
    ]);
  });

  it('of the oldest layout leaves unknown what that lacked', () => {
    const [trade] = factsOf(curveTransaction('TradeEvent', values, 'real_token_reserves'));
    expect(trade).toMatchObject({
      quoteMint: SOL_MINT,
      quoteAmount: 100n,
      protocolFee: null,
      creatorFee: null,
      creator: null,
      isMayhem: null,
      instructionName: null,
    });
  });

  it('in another quote takes the quote fields, where the SOL ones are 0', () => {
    const usdc = {
      ...values,
      sol_amount: 0n,
      virtual_sol_reserves: 0n,
      real_sol_reserves: 0n,
      quote_mint: USDC_MINT,
      quote_amount: 55n,
      virtual_quote_reserves: 4_055n,
      real_quote_reserves: 56n,
    };
    expect(factsOf(curveTransaction('TradeEvent', usdc))[0]).toMatchObject({
      quoteMint: USDC_MINT,
      quoteDecimals: 6,
      quoteAmount: 55n,
      priceQuoteReserves: 4_055n,
      realQuoteReserves: 56n,
    });
  });

  it('in a quote nobody knows takes its decimals from a balance, or leaves them unknown', () => {
    const quoteMint = addressOf('quote');
    const trade = curveTransaction('TradeEvent', { ...values, quote_mint: quoteMint, quote_amount: 1n });
    const after = [{ account: addressOf('quotes'), mint: quoteMint, amount: 1n, decimals: 4 }];
    expect(factsOf(trade)[0]).toMatchObject({ quoteDecimals: null });
    expect(factsOf({ ...trade, after })[0]).toMatchObject({ quoteDecimals: 4 });
  });

  it('in another quote whose amount is cut off is not guessed', () => {
    const cut = curveTransaction('TradeEvent', { ...values, quote_mint: USDC_MINT }, 'quote_mint');
    expect(normalise(cut)).toEqual({
      records: [],
      failures: ['quote_amount of another mint than SOL is missing'],
    });
  });

  describe('whose accounts stand elsewhere', () => {
    const filler = (count: number) => Array.from({ length: count }, (_, i) => addressOf(`filler ${i}`));
    const others = filler(17);
    const v2 = others.with(1, MINT).with(10, CURVE).with(11, addressOf('vault'));
    // In v3 the 10th account is the user's own.
    const v3 = others
      .with(1, MINT)
      .with(5, CURVE)
      .with(6, addressOf('vault'))
      .with(8, USER)
      .with(10, addressOf('user quote'));
    const hops = [
      ...filler(13),
      ...[addressOf('other mint'), SOL_MINT, addressOf('other curve'), addressOf('vb'), addressOf('vq')],
      ...[MINT, addressOf('other mint'), CURVE, addressOf('vault'), addressOf('vault 2')],
    ];
    const owned = [{ account: addressOf('vault'), mint: MINT, owner: CURVE, amount: 1n }];
    const tradeBy = (instruction: string, accounts: readonly string[]): BuiltTransaction => ({
      ...curveTransaction('TradeEvent', values),
      outer: [{ program: PUMP, accounts, data: instructionData(instruction) }],
    });

    it.each([
      ['buy_v2', v2],
      ['sell_v2', v2],
      ['buy_exact_quote_in_v2', v2],
      ['buy_v3', v3],
      ['sell_v3', v3],
      ['buy_exact_quote_in_v3', v3],
      ['multi_hop_curve_swap', hops],
    ])('%s names its curve, with balances and without', (instruction, accounts) => {
      const trade = tradeBy(instruction, accounts);
      expect(factsOf(trade)[0]).toMatchObject({ mint: MINT, pool: CURVE, trader: USER });
      expect(factsOf({ ...trade, before: owned, after: owned })[0]).toMatchObject({ pool: CURVE });
    });

    it.each([
      ['buy_v4', v2],
      ['buy_v5', v3],
      ['multi_hop_curve_swap_v2', hops],
    ])('%s, which nobody knows, names a curve only where it owns its vault', (instruction, accounts) => {
      const trade = tradeBy(instruction, accounts);
      expect(factsOf(trade)[0]).toMatchObject({ pool: null });
      expect(factsOf({ ...trade, before: owned, after: owned })[0]).toMatchObject({ pool: CURVE });
    });
  });

  it('does not name a curve that is not the owner of its vault', () => {
    const after = [{ account: addressOf('vault'), mint: MINT, owner: addressOf('other'), amount: 1n }];
    const [trade] = factsOf({ ...curveTransaction('TradeEvent', values), after });
    expect(trade).toMatchObject({ kind: 'TradeExecuted', pool: null });
  });

  it('with a timestamp that is no time is refused', () => {
    const far = curveTransaction('TradeEvent', { ...values, timestamp: 6_889_916_546_861_574_429n });
    expect(normalise(far).failures).toEqual(['6889916546861574429 s is no time']);
  });

  it.each([4_102_444_800n, 0n])('with a timestamp of %s s, far from its block’s, is refused', (timestamp) => {
    const far = curveTransaction('TradeEvent', { ...values, timestamp });
    expect(normalise(far)).toEqual({
      records: [],
      failures: [`${timestamp} s is more than an hour from its block's ${BLOCK_TIME_MS} ms`],
    });
  });
});

describe('a trade in a pool', () => {
  const buy = {
    base_amount_out: 10n,
    quote_amount_in: 200n,
    user_quote_amount_in: 207n,
    lp_fee: 4n,
    protocol_fee: 2n,
    coin_creator_fee: 1n,
    pool_base_token_reserves: 1_000n,
    pool_quote_token_reserves: 20_000n,
    virtual_quote_reserves: 500n,
    protocol_fee_recipient: addressOf('protocol'),
    base_supply: 9_000n,
    ix_name: 'buy',
  };

  it('is stated with the reserves after it; the providers’ fee stays in the pool', () => {
    expect(factsOf(poolTransaction('BuyEvent', buy))[0]).toMatchObject({
      venue: 'pumpswap',
      pool: POOL,
      mint: MINT,
      side: 'buy',
      tokenAmount: 10n,
      quoteAmount: 200n,
      lpFee: 4n,
      protocolFee: 2n,
      creatorFee: 1n,
      realTokenReserves: 990n,
      realQuoteReserves: 20_204n,
      priceTokenReserves: 990n,
      priceQuoteReserves: 20_704n,
      tokenSupply: 9_000n,
    });
  });

  it('by exact quote in has its two quote amounts the other way round', () => {
    const exact = {
      ...buy,
      ix_name: 'buy_exact_quote_in',
      quote_amount_in: 207n,
      user_quote_amount_in: 200n,
    };
    expect(factsOf(poolTransaction('BuyEvent', exact))[0]).toMatchObject({
      quoteAmount: 200n,
      realQuoteReserves: 20_204n,
    });
  });

  it.each(['buy_exact_quote_in_v2', 'multi_hop_swap', 'buy_v9', undefined])(
    'takes the smaller of its two quote amounts, whatever its instruction: %s',
    (ix_name) => {
      const turned = { ...buy, ix_name, quote_amount_in: 207n, user_quote_amount_in: 200n };
      expect(factsOf(poolTransaction('BuyEvent', turned))[0]).toMatchObject({ quoteAmount: 200n });
      expect(factsOf(poolTransaction('BuyEvent', { ...buy, ix_name }))[0]).toMatchObject({
        quoteAmount: 200n,
      });
    },
  );

  it('whose fees stay in the vault has them in its real reserves, and not in its price', () => {
    const kept = { ...buy, protocol_fee: 5n, buyback_fee: 2n, coin_creator_fee: 30n };
    const keeping = { ...kept, protocol_fee_recipient: undefined };
    expect(factsOf(poolTransaction('BuyEvent', kept))[0]).toMatchObject({ realQuoteReserves: 20_204n });
    expect(factsOf(poolTransaction('BuyEvent', keeping))[0]).toMatchObject({
      realQuoteReserves: 20_237n,
      priceQuoteReserves: 20_704n,
      protocolFee: 5n,
      creatorFee: 30n,
    });
  });

  it('by the boost has no fees, and moves only the vault', () => {
    const free = { lp_fee: 0n, protocol_fee: 0n, coin_creator_fee: 0n, protocol_fee_recipient: undefined };
    const boost = { ...buy, ...free, user_quote_amount_in: 200n };
    expect(factsOf(poolTransaction('BuyEvent', boost))[0]).toMatchObject({
      quoteAmount: 200n,
      realQuoteReserves: 20_200n,
      priceQuoteReserves: 20_700n,
    });
  });

  it('in a hop has its own pool’s mints, and each hop is a trade', () => {
    const [otherMint, otherPool] = [addressOf('other mint'), addressOf('other pool')];
    const eventOf = (pool: string) =>
      encodeEvent('pumpswap', 'BuyEvent', {
        ...buy,
        timestamp: SECONDS,
        pool,
        user: USER,
        ix_name: 'multi_hop_swap',
      });
    const own = Array.from({ length: 16 }, (_, i) => addressOf(`own ${i}`));
    const hops = [
      ...[otherMint, SOL_MINT, otherPool, addressOf('ob'), addressOf('oq')],
      ...[MINT, otherMint, POOL, addressOf('vb'), addressOf('vq')],
    ];
    const facts = factsOf({
      outer: [{ program: PUMPSWAP, accounts: [...own, ...hops], data: instructionData('multi_hop_swap') }],
      inner: { 0: [selfCpi('pumpswap', eventOf(otherPool), 2), selfCpi('pumpswap', eventOf(POOL), 2)] },
    });
    expect(facts).toMatchObject([
      { kind: 'TradeExecuted', pool: otherPool, mint: otherMint, quoteMint: SOL_MINT },
      { kind: 'TradeExecuted', pool: POOL, mint: MINT, quoteMint: otherMint },
    ]);
  });

  it('in a hop over a curve is stated by the curve, in its call', () => {
    const filler = Array.from({ length: 13 }, (_, i) => addressOf(`filler ${i}`));
    const call = {
      program: PUMP,
      accounts: [...filler, MINT, SOL_MINT, CURVE, addressOf('vault'), addressOf('vq')],
      data: instructionData('multi_hop_curve_swap'),
      height: 2,
    };
    const trade = { timestamp: SECONDS, mint: MINT, user: USER, is_buy: true, ix_name: 'multi_hop_swap' };
    const completed = { timestamp: SECONDS, mint: MINT, user: USER, bonding_curve: CURVE };
    const beyond = { ...completed, base_out: 7n, quote_in: 8n };
    const facts = factsOf({
      outer: [{ program: PUMPSWAP, accounts: [], data: instructionData('multi_hop_swap') }],
      inner: {
        0: [
          call,
          selfCpi('pump', encodeEvent('pump', 'TradeEvent', { ...trade, sol_amount: 5n }), 3),
          selfCpi('pump', encodeEvent('pump', 'CompleteEvent', completed), 3),
          selfCpi('pump', encodeEvent('pump', 'PostCompleteBuyEvent', beyond), 3),
        ],
      },
    });
    expect(facts).toMatchObject([
      { kind: 'TradeExecuted', pool: CURVE, venue: 'pump-curve', quoteAmount: 5n },
      { kind: 'CurveCompleted', bondingCurve: CURVE },
      { kind: 'TradeExecuted', pool: CURVE, venue: 'pump-curve', quoteAmount: 8n },
    ]);
  });

  const sell = {
    base_amount_in: 10n,
    quote_amount_out: 200n,
    quote_amount_out_without_lp_fee: 196n,
    user_quote_amount_out: 193n,
    lp_fee: 4n,
    protocol_fee: 2n,
    coin_creator_fee: 1n,
    pool_base_token_reserves: 1_000n,
    pool_quote_token_reserves: 20_000n,
    virtual_quote_reserves: -500n,
    protocol_fee_recipient: addressOf('protocol'),
  };

  it('may have a negative virtual quote', () => {
    expect(factsOf(poolTransaction('SellEvent', sell))[0]).toMatchObject({
      side: 'sell',
      quoteAmount: 200n,
      realTokenReserves: 1_010n,
      realQuoteReserves: 19_804n,
      priceQuoteReserves: 19_304n,
    });
  });

  it('of an inverted pool is turned round; its fees are tokens then', () => {
    const inverted = { base: SOL_MINT, quote: MINT };
    expect(factsOf(poolTransaction('SellEvent', sell, inverted))[0]).toMatchObject({
      mint: MINT,
      quoteMint: SOL_MINT,
      side: 'buy',
      tokenAmount: 200n,
      quoteAmount: 10n,
      realTokenReserves: 19_804n,
      realQuoteReserves: 1_010n,
      priceTokenReserves: 19_304n,
      priceQuoteReserves: 1_010n,
      lpFee: null,
      protocolFee: null,
      creatorFee: null,
      tokenSupply: null,
    });
    expect(factsOf(poolTransaction('BuyEvent', buy, inverted))[0]).toMatchObject({ side: 'sell' });
  });

  it('of two quote assets is no trade of a token', () => {
    expect(normalise(poolTransaction('BuyEvent', buy, { base: SOL_MINT, quote: USDC_MINT }))).toEqual({
      records: [],
      failures: [],
    });
  });

  describe('whose instruction does not name its mints', () => {
    const user = { user_base_token_account: addressOf('ub'), user_quote_token_account: addressOf('uq') };
    const transaction: BuiltTransaction = {
      outer: [{ program: PUMPSWAP, accounts: [addressOf('ub'), addressOf('uq')] }],
      inner: poolTransaction('BuyEvent', { ...buy, ...user }).inner!,
    };
    const vaults = [
      { account: addressOf('vb'), mint: MINT, owner: POOL, amount: 1n },
      { account: addressOf('vq'), mint: SOL_MINT, owner: POOL, amount: 1n },
    ];

    it('takes them from the user’s accounts and the vaults', () => {
      const before = [{ account: addressOf('ub'), mint: MINT, owner: USER, amount: 1n }, ...vaults];
      expect(factsOf({ ...transaction, before, after: before })[0]).toMatchObject({
        mint: MINT,
        quoteMint: SOL_MINT,
      });
    });

    it('is refused where vaults alone do not tell base from quote', () => {
      expect(normalise({ ...transaction, before: vaults, after: vaults })).toEqual({
        records: [],
        failures: [`neither instruction nor balances name the mints of pool ${POOL}`],
      });
    });

    it('is refused where only a log is left', () => {
      const event = encodeEvent('pumpswap', 'BuyEvent', {
        timestamp: SECONDS,
        pool: POOL,
        user: USER,
        ...buy,
      });
      const logs = [
        `Program ${addressOf('router')} invoke [1]`,
        `Program ${PUMPSWAP} invoke [2]`,
        logOf(event),
      ];
      const { records, failures } = normalise({
        outer: [{ program: addressOf('router'), accounts: [PUMPSWAP] }],
        logs,
      });
      expect([records.length, failures.length]).toEqual([0, 1]);
    });
  });

  it('does not take mints from accounts that the vaults contradict', () => {
    const after = [{ account: addressOf('vb'), mint: addressOf('other mint'), owner: POOL, amount: 1n }];
    expect(normalise({ ...poolTransaction('BuyEvent', buy), after }).failures).toHaveLength(1);
  });
});

describe('liquidity', () => {
  const common = { pool_base_token_reserves: 1_000n, pool_quote_token_reserves: 20_000n };

  it('put in is stated with the reserves after it', () => {
    const deposit = { ...common, base_amount_in: 10n, quote_amount_in: 200n, lp_token_amount_out: 5n };
    expect(factsOf(poolTransaction('DepositEvent', deposit))[0]).toMatchObject({
      kind: 'LiquidityChanged',
      change: 'deposit',
      tokenAmount: 10n,
      quoteAmount: 200n,
      lpTokenAmount: 5n,
      realTokenReserves: 1_010n,
      realQuoteReserves: 20_200n,
    });
  });

  it('taken out of an inverted pool is turned round', () => {
    const withdrawal = { ...common, base_amount_out: 10n, quote_amount_out: 200n, lp_token_amount_in: 5n };
    const inverted = { base: SOL_MINT, quote: MINT };
    expect(factsOf(poolTransaction('WithdrawEvent', withdrawal, inverted))[0]).toMatchObject({
      change: 'withdraw',
      mint: MINT,
      tokenAmount: 200n,
      quoteAmount: 10n,
      realTokenReserves: 19_800n,
      realQuoteReserves: 990n,
    });
  });
});

describe('swept fees', () => {
  const sweep = { recipient: addressOf('recipient'), amount: 9n, bucket: 1 };

  it('of a curve are no trade', () => {
    const values = { ...sweep, bonding_curve: CURVE, quote_mint: USDC_MINT };
    expect(factsOf(curveTransaction('SweepBondingCurveFeeEvent', values))).toMatchObject([
      {
        kind: 'FeesSwept',
        id: `${bs58.encode(new Uint8Array(64).fill(9))}:0:1:FeesSwept`,
        mint: MINT,
        venue: 'pump-curve',
        pool: CURVE,
        feeMint: USDC_MINT,
        bucket: 'creator',
        recipient: addressOf('recipient'),
        amount: 9n,
      },
    ]);
  });

  it('of a pool are in what it is quoted in, be that the token', () => {
    const values = { ...sweep, bucket: 0, base_mint: MINT, quote_mint: SOL_MINT };
    const fact = { kind: 'FeesSwept', mint: MINT, venue: 'pumpswap', pool: POOL, bucket: 'protocol' };
    expect(factsOf(poolTransaction('SweepPoolFeeEvent', values))).toMatchObject([
      { ...fact, feeMint: SOL_MINT },
    ]);
    const inverted = { ...values, base_mint: SOL_MINT, quote_mint: MINT };
    expect(factsOf(poolTransaction('SweepPoolFeeEvent', inverted))).toMatchObject([
      { ...fact, feeMint: MINT },
    ]);
  });

  it('of a pool of two quote assets say nothing of a token', () => {
    const values = { ...sweep, base_mint: SOL_MINT, quote_mint: USDC_MINT };
    expect(normalise(poolTransaction('SweepPoolFeeEvent', values))).toEqual({ records: [], failures: [] });
  });

  it('of a bucket that nobody knows are refused', () => {
    const values = { ...sweep, bucket: 2, bonding_curve: CURVE };
    expect(normalise(curveTransaction('SweepBondingCurveFeeEvent', values)).failures).toEqual([
      'bucket 2 is neither protocol nor creator',
    ]);
  });
});

describe('a launch and its end', () => {
  const launch = {
    name: 'Name',
    symbol: 'SYM',
    uri: 'https://example.org',
    bonding_curve: CURVE,
    creator: USER,
    virtual_token_reserves: 7n,
    virtual_sol_reserves: 8n,
    token_program: addressOf('token'),
  };

  it('is stated with what its layout has', () => {
    expect(factsOf(curveTransaction('CreateEvent', launch))[0]).toMatchObject({
      kind: 'LaunchCreated',
      bondingCurve: CURVE,
      quoteMint: SOL_MINT,
      virtualQuoteReserves: 8n,
      isCashback: false,
      creatorFeeBasisPoints: 0n,
    });
  });

  it('of 2024 has no time of its own: its block’s counts', () => {
    const old = curveTransaction('CreateEvent', launch, 'user', 'create');
    expect(factsOf(old)[0]).toMatchObject({
      time: BLOCK_TIME_MS,
      creator: null,
      virtualTokenReserves: null,
      tokenProgram: null,
    });
    expect(normalise(old, null).failures).toEqual(['neither event nor block tells the time']);
  });

  it('is completed and migrated', () => {
    const [completed] = factsOf(curveTransaction('CompleteEvent', { bonding_curve: CURVE }));
    expect(completed).toMatchObject({ kind: 'CurveCompleted', bondingCurve: CURVE, quoteMint: SOL_MINT });
    const migration = {
      mint_amount: 5n,
      sol_amount: 6n,
      pool_migration_fee: 7n,
      pool: POOL,
      bonding_curve: CURVE,
    };
    const [migrated] = factsOf(curveTransaction('CompletePumpAmmMigrationEvent', migration));
    expect(migrated).toMatchObject({
      kind: 'Migrated',
      pool: POOL,
      tokenAmount: 5n,
      quoteAmount: 6n,
      migrationFee: 7n,
    });
    const [elsewhere] = factsOf(
      curveTransaction('CompletePumpAmmMigrationEvent', {
        ...migration,
        sol_amount: 0n,
        quote_mint: USDC_MINT,
      }),
    );
    expect(elsewhere).toMatchObject({ quoteMint: USDC_MINT, quoteAmount: null });
  });

  it('goes on beyond its end, by the same buyer, with the reserves of the pool to be', () => {
    const beyond = {
      bonding_curve: CURVE,
      base_out: 1_946_641_254_301n,
      quote_in: 807_236_058n,
      fee: 7_668_743n,
      creator_fee: 2_421_709n,
      buyback_fee: 3_834_371n,
      pool_base_reserves_before: 206_900_000_000_000n,
      pool_quote_reserves_before: 84_990_360_097n,
      pool_base_reserves_after: 204_953_358_745_699n,
      pool_quote_reserves_after: 85_797_596_155n,
    };
    expect(factsOf(curveTransaction('PostCompleteBuyEvent', beyond))[0]).toEqual({
      kind: 'TradeExecuted',
      id: `${bs58.encode(new Uint8Array(64).fill(9))}:0:1:TradeExecuted`,
      position: '000000000100-000000-000-0001',
      time: Number(SECONDS) * 1000,
      mint: MINT,
      venue: 'pump-curve',
      pool: CURVE,
      side: 'buy',
      tokenAmount: 1_946_641_254_301n,
      quoteMint: SOL_MINT,
      quoteDecimals: 9,
      quoteAmount: 807_236_058n,
      protocolFee: 7_668_743n,
      creatorFee: 2_421_709n,
      lpFee: null,
      trader: USER,
      feePayer: addressOf('fee payer'),
      priceTokenReserves: 204_953_358_745_699n,
      priceQuoteReserves: 85_797_596_155n,
      realTokenReserves: 204_953_358_745_699n,
      realQuoteReserves: 85_797_596_155n,
      creator: null,
      isMayhem: null,
      tokenSupply: null,
      instructionName: null,
    });
  });

  it('has its pool boosted', () => {
    const boost = {
      mint: MINT,
      bonding_curve: CURVE,
      virtual_quote_reserves: 17_584_505_644n,
      real_quote_reserves_after: 68_930_202_675n,
    };
    expect(factsOf(poolTransaction('InitBoostEvent', boost))[0]).toMatchObject({
      kind: 'PoolBoosted',
      mint: MINT,
      pool: POOL,
      bondingCurve: CURVE,
      virtualQuoteReserves: 17_584_505_644n,
      realQuoteReserves: 68_930_202_675n,
    });
  });

  it('opens a pool, from either side', () => {
    const pool = {
      base_mint: SOL_MINT,
      quote_mint: MINT,
      base_mint_decimals: 9,
      quote_mint_decimals: 6,
      pool_base_amount: 11n,
      pool_quote_amount: 22n,
      creator: USER,
      is_mayhem_mode: true,
    };
    expect(factsOf(poolTransaction('CreatePoolEvent', pool))[0]).toMatchObject({
      kind: 'PoolCreated',
      mint: MINT,
      isInverted: true,
      quoteDecimals: 9,
      tokenAmount: 22n,
      quoteAmount: 11n,
      creator: null,
      isMayhem: true,
    });
  });
});

describe('balances', () => {
  const trade = curveTransaction('TradeEvent', {});
  const balance = (account: string, amount: bigint, owner = USER, mint = MINT) => ({
    account: addressOf(account),
    mint,
    owner,
    amount,
  });
  const changesOf = (before: ReturnType<typeof balance>[], after: ReturnType<typeof balance>[]) =>
    factsOf({ ...trade, before, after }).filter(({ kind }) => kind === 'BalanceChanged');

  it('are stated absolutely where amount or owner changed', () => {
    const before = [balance('a', 1n), balance('b', 2n), balance('c', 3n)];
    const after = [balance('a', 5n), balance('b', 2n), balance('c', 3n, addressOf('heir')), balance('d', 4n)];
    expect(changesOf(before, after)).toMatchObject([
      { account: addressOf('a'), amount: 5n, ownerBefore: USER, ownerAfter: USER },
      { account: addressOf('c'), amount: 3n, ownerBefore: USER, ownerAfter: addressOf('heir') },
      { account: addressOf('d'), amount: 4n, ownerBefore: null, ownerAfter: USER },
    ]);
  });

  it('of a closed account are 0, and it has no owner', () => {
    expect(changesOf([balance('a', 1n)], [])).toMatchObject([
      { amount: 0n, ownerBefore: USER, ownerAfter: null },
    ]);
    // The account lives on with another token in it.
    expect(changesOf([balance('a', 1n)], [balance('a', 1n, USER, SOL_MINT)])).toMatchObject([{ amount: 0n }]);
  });

  it('of quotes and of tokens that no fact names are left out', () => {
    expect(
      changesOf([], [balance('a', 1n, USER, SOL_MINT), balance('b', 1n, USER, addressOf('other'))]),
    ).toEqual([]);
  });

  it('that cannot be read do not turn into closed accounts', () => {
    const built = { ...trade, before: [balance('a', 1n)], after: [balance('a', 2n ** 64n)] };
    const { records, failures } = normalise(built);
    expect(records.flatMap(({ facts }) => facts.map(({ kind }) => kind))).toEqual(['TradeExecuted']);
    expect(failures).toEqual(['token amount is no u64']);
  });
});

describe('authorities', () => {
  const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
  const holder = new Uint8Array(32).fill(6);
  const set = (program: string, ...data: number[]) => ({
    program,
    accounts: [MINT],
    data: Uint8Array.from(data),
  });
  const launch = curveTransaction('CreateEvent', {});
  const authoritiesOf = (...inner: ReturnType<typeof set>[]) =>
    factsOf({ ...launch, inner: { 0: [...inner, ...launch.inner![0]!] } }).filter(
      ({ kind }) => kind === 'AuthorityObserved',
    );

  it('given up or handed on are stated where they stand', () => {
    expect(authoritiesOf(set(TOKEN_2022, 6, 0, 0), set(TOKEN_2022, 6, 1, 1, ...holder))).toMatchObject([
      { position: '000000000100-000000-000-0001', mint: MINT, authority: 'mint', holder: null },
      { position: '000000000100-000000-000-0002', authority: 'freeze', holder: bs58.encode(holder) },
    ]);
  });

  it('of token accounts, of other programs and cut ones are none', () => {
    expect(
      authoritiesOf(
        set(TOKEN_2022, 6, 2, 0),
        set(addressOf('fake'), 6, 0, 0),
        set(TOKEN_2022, 6, 0, 1, 9),
        set(TOKEN_2022, 6, 0),
      ),
    ).toEqual([]);
  });

  it('in a batch are seen as alone, each with an id of its own', () => {
    const data = batchOf([17], [6, 0, 1, ...holder], [6, 1, 0]);
    const inBatch = { program: TOKEN_2022, accounts: [addressOf('any'), MINT, MINT], data };
    const facts = factsOf({ ...launch, outer: [...launch.outer, inBatch] }).filter(
      ({ kind }) => kind === 'AuthorityObserved',
    );
    expect(facts).toMatchObject([
      { position: '000000000100-000000-001-0000', authority: 'mint', holder: bs58.encode(holder) },
      { position: '000000000100-000000-001-0000', authority: 'freeze', holder: null },
    ]);
    expect(new Set(facts.map((fact) => 'id' in fact && fact.id)).size).toBe(2);
  });
});

/** A batch of a token program: of each call its accounts, here one, and its bytes. */
const batchOf = (...calls: number[][]): Uint8Array =>
  Uint8Array.from([255, ...calls.flatMap((call) => [1, call.length, ...call])]);
const amountOf = (amount: bigint): number[] => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(amount);
  return [...bytes];
};

describe('a supply', () => {
  const PROGRAMS = [
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  ];
  const ACCOUNT = addressOf('account');
  const OTHER = addressOf('another mint');
  const trade = curveTransaction('TradeEvent', {});
  const call = (data: readonly number[], accounts = [ACCOUNT, MINT], program = PROGRAMS[1]!) => ({
    program,
    accounts,
    data: Uint8Array.from(data),
  });
  const changesOf = (...calls: ReturnType<typeof call>[]) =>
    factsOf({ ...trade, outer: [...trade.outer, ...calls] }).flatMap((fact) =>
      fact.kind === 'SupplyChanged' ? [[fact.position.slice(20), fact.change]] : [],
    );

  it.each(PROGRAMS)('changes by what %s mints and burns', (program) => {
    expect(
      changesOf(
        call([7, ...amountOf(9n)], [MINT, ACCOUNT], program),
        call([8, ...amountOf(2n)], [ACCOUNT, MINT], program),
        call([14, ...amountOf(2n ** 64n - 1n), 6], [MINT, ACCOUNT], program),
        call([15, ...amountOf(4n), 6], [ACCOUNT, MINT], program),
      ),
    ).toEqual([
      ['001-0000', 9n],
      ['002-0000', -2n],
      ['003-0000', 2n ** 64n - 1n],
      ['004-0000', -4n],
    ]);
  });

  it('changes by burns that need a permission, and by inner instructions', () => {
    const inner = [...trade.inner![0]!, call([46, 2, ...amountOf(3n), 6]), call([46, 1, ...amountOf(1n)])];
    const facts = factsOf({ ...trade, inner: { 0: inner } });
    expect(facts.filter(({ kind }) => kind === 'SupplyChanged')).toMatchObject([
      { position: '000000000100-000000-000-0002', change: -3n },
      { position: '000000000100-000000-000-0003', change: -1n },
    ]);
  });

  it('changes by all that a batch burns and mints of it', () => {
    const burn = [2, 9, 8, ...amountOf(5n)];
    const data = [255, 1, 1, 17, ...burn, ...burn, 2, 9, 7, ...amountOf(3n), 2, 9, 8, ...amountOf(1n)];
    const accounts = [ACCOUNT, ACCOUNT, MINT, ACCOUNT, MINT, MINT, ACCOUNT, ACCOUNT, OTHER];
    expect(changesOf(call(data, accounts))).toEqual([['001-0000', -7n]]);
  });

  it('of each mint that a batch burns is a fact with an id of its own', () => {
    const tradeOf = (mint: string) =>
      selfCpi('pump', encodeEvent('pump', 'TradeEvent', { mint, user: USER, timestamp: SECONDS }), 2);
    const burn = (amount: bigint) => [2, 9, 8, ...amountOf(amount)];
    const data = [255, ...burn(5n), ...burn(3n), ...burn(2n)];
    const accounts = [ACCOUNT, MINT, ACCOUNT, OTHER, ACCOUNT, OTHER];
    const facts = factsOf({
      ...trade,
      outer: [...trade.outer, call(data, accounts)],
      inner: { 0: [tradeOf(MINT), tradeOf(OTHER)] },
    }).flatMap((fact) => (fact.kind === 'SupplyChanged' ? [fact] : []));
    expect(facts).toMatchObject([
      { mint: MINT, change: -5n },
      { mint: OTHER, change: -5n },
    ]);
    expect(facts.map(({ id }) => id.split(':').slice(1).join(':'))).toEqual([
      '1:0:SupplyChanged',
      '1:0:SupplyChanged:1',
    ]);
  });

  it('does not change by other programs, other mints, transfers, cut calls, and what comes to nothing', () => {
    expect(
      changesOf(
        call([8, ...amountOf(2n)], [ACCOUNT, MINT], addressOf('fake')),
        call([8, ...amountOf(2n)], [ACCOUNT, OTHER]),
        call([3, ...amountOf(2n)]),
        call([46, 0, ...amountOf(2n)]),
        call([8, 1, 0]),
        call([8, ...amountOf(2n)], [ACCOUNT]),
        call([]),
        call([255, 2, 200, 8, ...amountOf(2n)]),
        call([255, 9, 9, 8, ...amountOf(2n)]),
        call([255, 2, 9, 8, ...amountOf(2n), 2, 9, 7, ...amountOf(2n)], [ACCOUNT, MINT, MINT, ACCOUNT]),
      ),
    ).toEqual([]);
  });
});

describe('records', () => {
  it('hold one token each, in the order of the chain', () => {
    const other = addressOf('other');
    const tradeOf = (mint: string) =>
      selfCpi('pump', encodeEvent('pump', 'TradeEvent', { mint, user: USER, timestamp: SECONDS }), 2);
    const { records } = normalise({
      outer: [{ program: PUMP }],
      inner: { 0: [tradeOf(MINT), tradeOf(other), tradeOf(MINT)] },
      after: [{ account: addressOf('a'), mint: MINT, amount: 1n }],
    });
    expect(records.map(({ mint, facts }) => [mint, facts.map(({ position }) => position.slice(20))])).toEqual(
      [
        [MINT, ['000-0001', '000-0003', '999-0003']],
        [other, ['000-0002']],
      ],
    );
    expect(records[0]).toMatchObject({
      slot: 100,
      time: BLOCK_TIME_MS,
      feePayer: addressOf('fee payer'),
      source,
    });
  });
});
