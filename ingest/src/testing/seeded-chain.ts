import { SOL_MINT } from '@cryptonite/contracts/chain';
import { SubscribeUpdateTransaction } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import {
  type BuiltInstruction,
  type BuiltTransaction,
  encodeTransaction,
  logOf,
  programAddress,
  selfCpi,
} from './build-transaction.js';
import { encodeEvent } from './encode-event.js';
import { encodeUpdate } from './geyser-server.js';

export type SeededSlot = {
  slot: number;
  timeMs: number;
  /** Encoded `SubscribeUpdateTransaction`s, in the order of the chain. */
  transactions: Uint8Array[];
};

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const FIRST_TIME_S = 1_760_000_000;
const SLOT_S = 0.4;
/** Slots of this size have one width as a varint for decades: an update's slot can be written over in place. */
const FIRST_SLOT = 371_820_000;

const TOKENS = 400;
const WALLETS = 4_000;
/** Log lines of programs that a trade passes through: recorded mainnet updates have 67 lines and 8.5 kB. */
const LOG_LINES = 66;

/** What a transaction does, out of 100: near the recorded mainnet, with failed ones, which providers are told to leave out. */
const MIX = { curve: 58, pool: 27, launch: 3, none: 8, failed: 4 };
const DRAWS = Object.entries(MIX).flatMap(([kind, share]) =>
  Array<keyof typeof MIX>(share).fill(kind as keyof typeof MIX),
);

/** mulberry32: a small generator with a seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Slots of a made-up chain, the same for the same seed: curve and pool trades of known tokens, launches, and noise. */
export function* seededSlots(seed: number, transactionsPerSlot: number): Generator<SeededSlot> {
  const random = randomOf(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => below(256));
  const address = (): string => bs58.encode(bytes(32));
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const amount = (): bigint => BigInt(1 + below(2 ** 45));

  const token = () => ({ mint: address(), venue: address(), vault: address(), creator: address() });
  const tokens = Array.from({ length: TOKENS }, token);
  const wallets = Array.from({ length: WALLETS }, address);
  const [global, fees, config] = [address(), address(), address()];
  const others = Array.from({ length: 12 }, address);

  const trade = (id: 'pump' | 'pumpswap', seconds: number): BuiltTransaction => {
    const { mint, venue, vault, creator } = pick(tokens);
    const [user, account] = [pick(wallets), address()];
    const [bought, paid, held] = [amount(), amount(), amount()];
    const isBuy = random() < 0.5;
    const shared = { timestamp: BigInt(seconds), user, ix_name: 'buy' };
    const event =
      id === 'pump'
        ? encodeEvent('pump', 'TradeEvent', {
            ...shared,
            mint,
            sol_amount: paid,
            token_amount: bought,
            is_buy: isBuy,
            virtual_sol_reserves: amount(),
            virtual_token_reserves: amount(),
            real_sol_reserves: amount(),
            real_token_reserves: amount(),
            fee_recipient: fees,
            fee_basis_points: 95n,
            fee: paid / 100n,
            creator,
            creator_fee_basis_points: 30n,
            creator_fee: paid / 300n,
          })
        : encodeEvent('pumpswap', isBuy ? 'BuyEvent' : 'SellEvent', {
            ...shared,
            [isBuy ? 'base_amount_out' : 'base_amount_in']: bought,
            [isBuy ? 'quote_amount_in' : 'quote_amount_out']: paid,
            user_quote_amount_in: isBuy ? paid + paid / 500n + 2n * (paid / 2_000n) : undefined,
            pool_base_token_reserves: bought + amount(),
            pool_quote_token_reserves: paid + amount(),
            lp_fee: paid / 500n,
            protocol_fee: paid / 2_000n,
            pool: venue,
            user_base_token_account: account,
            protocol_fee_recipient: fees,
            coin_creator: creator,
            coin_creator_fee: paid / 2_000n,
          });
    const accounts =
      id === 'pump'
        ? [global, fees, mint, venue, vault, account, user, SYSTEM_PROGRAM, TOKEN_PROGRAM, creator]
        : [venue, user, config, mint, SOL_MINT, account, address(), vault, fees, TOKEN_PROGRAM];
    const balances = (after: bigint) => [
      { account, mint, owner: user, amount: held + after },
      { account: vault, mint, owner: venue, amount: 2n ** 50n - after },
      { account: creator, mint: SOL_MINT, owner: creator, amount: held },
    ];
    return {
      feePayer: user,
      outer: [
        ...others.slice(0, 2).map((program) => ({ program, data: bytes(9) })),
        { program: programAddress(id), accounts: [...accounts, ...others], data: bytes(24) },
      ],
      inner: { 2: [...transfers(user, account, vault), selfCpi(id, event, 2)] },
      logs: logsOf(programAddress(id), event),
      before: balances(0n),
      after: balances(bought),
    };
  };

  const launch = (seconds: number): BuiltTransaction => {
    const { mint, venue, vault } = token();
    const user = pick(wallets);
    const event = encodeEvent('pump', 'CreateEvent', {
      name: 'A made-up coin',
      symbol: 'MADE',
      uri: 'https://ipfs.io/ipfs/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
      mint,
      bonding_curve: venue,
      user,
      creator: user,
      timestamp: BigInt(seconds),
      virtual_token_reserves: 1_073_000_000_000_000n,
      virtual_sol_reserves: 30_000_000_000n,
      real_token_reserves: 793_100_000_000_000n,
      token_total_supply: 1_000_000_000_000_000n,
      token_program: TOKEN_PROGRAM,
    });
    return {
      feePayer: user,
      outer: [{ program: programAddress('pump'), accounts: [mint, global, venue, vault, user] }],
      inner: { 0: [...transfers(user, vault, venue), selfCpi('pump', event, 2)] },
      logs: logsOf(programAddress('pump'), event),
      after: [{ account: vault, mint, owner: venue, amount: 10n ** 15n }],
    };
  };

  const transfers = (...accounts: string[]): BuiltInstruction[] =>
    [TOKEN_PROGRAM, SYSTEM_PROGRAM, SYSTEM_PROGRAM].map((program) => ({
      program,
      accounts,
      data: bytes(12),
      height: 2,
    }));
  const logsOf = (program: string, event: Uint8Array | null): string[] => [
    `Program ${program} invoke [1]`,
    ...Array.from({ length: LOG_LINES / 2 }, () => [
      `Program ${TOKEN_PROGRAM} invoke [2]`,
      `Program ${TOKEN_PROGRAM} success`,
    ]).flat(),
    ...(event ? [logOf(event)] : []),
    `Program ${program} success`,
  ];
  /** An aggregator that names a launchpad and does something else. */
  const noEvent = (): BuiltTransaction => ({
    feePayer: pick(wallets),
    outer: [{ program: pick(others), accounts: [programAddress('pump'), ...others], data: bytes(30) }],
    inner: { 0: transfers(pick(wallets), address(), address()) },
    logs: logsOf(pick(others), null),
  });

  const draw = (seconds: number): BuiltTransaction => {
    switch (pick(DRAWS)) {
      case 'curve':
        return trade('pump', seconds);
      case 'pool':
        return trade('pumpswap', seconds);
      case 'launch':
        return launch(seconds);
      case 'none':
        return noEvent();
      case 'failed':
        return { ...trade('pump', seconds), isFailed: true };
    }
  };

  for (let slot = FIRST_SLOT; ; slot++) {
    const seconds = Math.floor(FIRST_TIME_S + (slot - FIRST_SLOT) * SLOT_S);
    yield {
      slot,
      timeMs: seconds * 1000,
      transactions: Array.from({ length: transactionsPerSlot }, (_, index) =>
        encodeTransaction({ ...draw(seconds), slot, index, signature: bytes(64) }),
      ),
    };
  }
}

/** The first `count` slots of {@link seededSlots}. */
export function takeSlots(seed: number, count: number, transactionsPerSlot: number): SeededSlot[] {
  const slots: SeededSlot[] = [];
  for (const slot of seededSlots(seed, transactionsPerSlot)) {
    if (slots.push(slot) >= count) break;
  }
  return slots;
}

/** A slot's encoded updates as a provider sends them: content, block meta, confirmation. */
export const updatesOf = ({ slot, timeMs, transactions }: SeededSlot): Buffer[] => [
  ...transactions.map((body) => encodeUpdate({ transaction: SubscribeUpdateTransaction.decode(body) })),
  ...slotEndOf(slot, timeMs),
];

/** The block meta and the confirmation of a slot that follows on the one before. */
export const slotEndOf = (slot: number, timeMs: number): Buffer[] => [
  encodeUpdate({
    blockMeta: {
      slot: String(slot),
      parentSlot: String(slot - 1),
      blockTime: { timestamp: String(Math.floor(timeMs / 1000)) },
    },
  }),
  encodeUpdate({ slot: { slot: String(slot), status: 1 } }),
];
