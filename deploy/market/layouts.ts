/**
 * How the launchpads' programs spoke over time. Lengths and dates of events are those of real transactions; the
 * IDL, with `idl-additions.ts`, describes the last of these epochs alone. Where no sample of an event is known, it ends where the IDL of
 * that time did.
 */

/** An event ends after this field of the IDL, followed by so many bytes that no IDL explains (0 in all samples). */
export interface EventShape {
  through: string;
  trailingBytes?: number;
}

/** An instruction without the arguments and accounts that came later. */
export interface InstructionShape {
  through?: string;
  accounts?: readonly string[];
}

export interface Layout {
  /** By the IDL's names; what is not named is as the IDL has it. */
  events: Readonly<Record<string, EventShape>>;
  instructions: Readonly<Record<string, InstructionShape>>;
  /** How long a slot takes. */
  slotMs: 200 | 400;
  /** What the curve charges, in basis points. */
  curveFees: { protocol: bigint; creator: bigint };
  /** What pools charge: tiers by market cap since September 2025. */
  poolFees: 'tiers' | { lp: bigint; protocol: bigint; creator: bigint };
  /** Whether mints belong to the older token program. */
  isLegacy: boolean;
  /** Whether there are mayhem coins, and coins bought with anything but SOL. */
  hasMayhem: boolean;
  hasQuotes: boolean;
  /** Whether a creator may set a rate of its own. */
  hasCreatorRates: boolean;
  /** Whether graduates get a pool of PumpSwap's; before 20 March 2025 they went elsewhere. */
  hasPools: boolean;
  /** Whether a pool gives up a part of its quote and counts it as virtual: since 21 July 2026. */
  isBoosted: boolean;
  /**
   * Whether trades may leave their fees where they are until they are swept, completing buys go on into the pool, buys
   * hop over pools, and coins quoted in another coin get a pool of it: since 2 and 8 October 2026.
   */
  keepsFees: boolean;
  /** Whether holders burn, and a mayhem coin's launch mints a second billion: markets of the past stay what they were. */
  changesSupplies: boolean;
}

const OLD_BUY = [
  'global',
  'fee_recipient',
  'mint',
  'bonding_curve',
  'associated_bonding_curve',
  'associated_user',
  'user',
  'system_program',
  'token_program',
  'creator_vault',
  'event_authority',
  'program',
];
const OLD_SELL = [...OLD_BUY.slice(0, 8), 'creator_vault', 'token_program', 'event_authority', 'program'];

const OLD_INSTRUCTIONS = {
  buy: { through: 'max_sol_cost', accounts: OLD_BUY },
  sell: { accounts: OLD_SELL },
};

const AUGUST_2024: Layout = {
  slotMs: 400,
  events: { TradeEvent: { through: 'real_token_reserves' }, CreateEvent: { through: 'user' } },
  instructions: OLD_INSTRUCTIONS,
  curveFees: { protocol: 100n, creator: 0n },
  poolFees: { lp: 20n, protocol: 5n, creator: 0n },
  isLegacy: true,
  hasMayhem: false,
  hasQuotes: false,
  hasCreatorRates: false,
  hasPools: false,
  isBoosted: false,
  keepsFees: false,
  changesSupplies: false,
};

const MAY_2025: Layout = {
  ...AUGUST_2024,
  events: {
    TradeEvent: { through: 'creator_fee' },
    CreateEvent: { through: 'token_total_supply' },
    BuyEvent: { through: 'coin_creator_fee' },
    SellEvent: { through: 'coin_creator_fee' },
    CreatePoolEvent: { through: 'coin_creator' },
  },
  curveFees: { protocol: 95n, creator: 5n },
  poolFees: { lp: 20n, protocol: 5n, creator: 5n },
  hasPools: true,
};

const OCTOBER_2025: Layout = {
  ...MAY_2025,
  events: {
    TradeEvent: { through: 'last_update_timestamp' },
    CreateEvent: { through: 'token_total_supply' },
    BuyEvent: { through: 'last_update_timestamp' },
    SellEvent: { through: 'coin_creator_fee' },
    CreatePoolEvent: { through: 'coin_creator' },
  },
  instructions: {},
  // Since September 2025.
  curveFees: { protocol: 95n, creator: 30n },
  poolFees: 'tiers',
};

const FEBRUARY_2026: Layout = {
  ...OCTOBER_2025,
  events: {
    TradeEvent: { through: 'mayhem_mode' },
    CreateEvent: { through: 'is_mayhem_mode' },
    BuyEvent: { through: 'ix_name' },
    SellEvent: { through: 'coin_creator_fee' },
    CreatePoolEvent: { through: 'is_mayhem_mode' },
  },
  isLegacy: false,
  hasMayhem: true,
};

const APRIL_2026: Layout = {
  ...FEBRUARY_2026,
  events: {
    TradeEvent: { through: 'cashback' },
    CreateEvent: { through: 'is_cashback_enabled' },
    BuyEvent: { through: 'cashback' },
    SellEvent: { through: 'cashback' },
    CreatePoolEvent: { through: 'is_mayhem_mode' },
  },
};

const JULY_2026: Layout = {
  ...APRIL_2026,
  events: {
    TradeEvent: { through: 'real_quote_reserves' },
    CreateEvent: { through: 'virtual_quote_reserves' },
    BuyEvent: { through: 'base_supply' },
    SellEvent: { through: 'base_supply' },
    CreatePoolEvent: { through: 'is_mayhem_mode' },
  },
  hasQuotes: true,
  isBoosted: true,
};

const OCTOBER_2026: Layout = {
  ...JULY_2026,
  slotMs: 200,
  events: {
    TradeEvent: { through: 'holder_rewards', trailingBytes: 8 },
    CreateEvent: { through: 'is_holder_reward' },
    BuyEvent: { through: 'base_supply', trailingBytes: 16 },
    SellEvent: { through: 'base_supply' },
    CreatePoolEvent: { through: 'can_edit_creator_fee', trailingBytes: 1 },
  },
  hasCreatorRates: true,
};

/** From 8 October 2026. */
const LATE_OCTOBER_2026: Layout = { ...OCTOBER_2026, events: {}, keepsFees: true, changesSupplies: true };

/** The names are the month from which a layout is known; each differs from the one before by what it states above. */
export const LAYOUTS = {
  '2024-08': AUGUST_2024,
  '2025-05': MAY_2025,
  '2025-10': OCTOBER_2025,
  '2026-02': FEBRUARY_2026,
  '2026-04': APRIL_2026,
  '2026-07': JULY_2026,
  '2026-10': OCTOBER_2026,
  '2026-10b': LATE_OCTOBER_2026,
};

export type LayoutName = keyof typeof LAYOUTS;
export const LAYOUT_NAMES = Object.keys(LAYOUTS) as [LayoutName, ...LayoutName[]];

/** What the market speaks unless told otherwise. */
export const NEWEST_LAYOUT: LayoutName = '2026-10b';
