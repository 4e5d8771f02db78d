/** Bits of a row. The lowest are of the moment; the roles are stored, and outlive the hour for which trades are kept. */

/** Will be written with the next capture: stands in a shard that is open. */
export const OPEN = 1;
/** Traded, and is stored among the traders. */
export const TRADER = 2;
/** May be a whale buyer of one of the windows. */
export const BIG_BUYER = 4;

/** Of a wallet: its purchases of before the ten minutes that are counted stand in the count of those that still hold. */
export const EARLIER = 128;
/** Of an account: as an answer tells it, and the stream nothing since. It follows from its position. */
export const ANSWERED = 128;

export const CREATOR = 8;
/** Bought within {@link SNIPED_WITHIN_MS} of the token's first trade. */
export const SNIPER = 16;
/** One of the first {@link FIRST_BUYERS} wallets that bought. */
export const FIRST_BUYER = 32;
/** Bought for at least 5 SOL within an hour, at some time. */
export const WHALE = 64;

export const ROLES = CREATOR | SNIPER | FIRST_BUYER | WHALE;

export const SNIPED_WITHIN_MS = 5_000;
export const FIRST_BUYERS = 20;
