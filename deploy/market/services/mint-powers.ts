import { Random } from '@cryptonite/provider/random.js';
import { type Address, keyFor, TOKEN_2022 } from '../addresses.js';
import type { Coin } from '../coin.js';
import { GATE_MINT } from '../gate-token.js';
import {
  defaultFrozen,
  type Extension,
  mintCloseAuthority,
  nonTransferable,
  pausableConfig,
  permanentDelegate,
  transferFeeConfig,
  transferHook,
} from './token-extensions.js';

/**
 * In what share of the launches on Token-2022 the creator keeps a power over the mint, each drawn by itself. Made up:
 * the launchpad's own mints have none of them. About one launch in eight has any.
 */
export const POWER_SHARES = {
  mintAuthority: 0.02,
  /** Beside those whose accounts start frozen, which always have it. */
  freezeAuthority: 0.02,
  transferFeeConfig: 0.02,
  mintCloseAuthority: 0.01,
  /** New accounts start frozen. */
  defaultAccountState: 0.01,
  nonTransferable: 0.01,
  permanentDelegate: 0.02,
  transferHook: 0.01,
  pausableConfig: 0.01,
} as const;

export type MintPower = keyof typeof POWER_SHARES;

type Maker = (coin: PoweredCoin, random: Random) => Extension;
type PoweredCoin = Pick<Coin, 'mint' | 'creator' | 'tokenProgram' | 'createdSlot'>;

/** Of the mints that can be paused. */
const PAUSED_SHARE = 0.25;

/** In the order in which a mint holds them. */
const MAKERS: readonly (readonly [MintPower, Maker])[] = [
  ['transferFeeConfig', drawTransferFee],
  ['mintCloseAuthority', ({ creator }) => mintCloseAuthority(creator)],
  ['defaultAccountState', defaultFrozen],
  ['nonTransferable', nonTransferable],
  ['permanentDelegate', ({ creator }) => permanentDelegate(creator)],
  ['transferHook', ({ creator, mint }) => transferHook(creator, keyFor(`transfer hook of ${mint}`))],
  ['pausableConfig', ({ creator }, random) => pausableConfig(creator, random.chance(PAUSED_SHARE))],
];

const FEES_BASIS_POINTS = [50, 100, 500, 1_000, 5_000, 10_000];
/** Of the mints with a fee, those that began with none. */
const RAISED_SHARE = 0.5;
const EPOCH_SLOTS = 432_000;
/** A changed fee holds from the second epoch after the change. */
const FEE_DELAY_EPOCHS = 2;

function drawTransferFee({ creator, createdSlot }: PoweredCoin, random: Random): Extension {
  const epoch = Math.floor(createdSlot / EPOCH_SLOTS);
  const fee = { epoch, basisPoints: random.pick(FEES_BASIS_POINTS) };
  return random.chance(RAISED_SHARE)
    ? transferFeeConfig(creator, { epoch, basisPoints: 0 }, { ...fee, epoch: epoch + FEE_DELAY_EPOCHS })
    : transferFeeConfig(creator, fee, fee);
}

/** What is left to a mint's creator. */
export interface MintPowers {
  mintAuthority: Address | null;
  freezeAuthority: Address | null;
  extensions: readonly Extension[];
}

const NONE: MintPowers = { mintAuthority: null, freezeAuthority: null, extensions: [] };

/** A function of the mint, and of nothing that its agents draw. */
export function mintPowersOf(coin: PoweredCoin): MintPowers {
  const { mint, creator, tokenProgram } = coin;
  if (tokenProgram !== TOKEN_2022 || mint === GATE_MINT) return NONE;
  const extensions = MAKERS.flatMap(([power, make]) => {
    const random = drawPower(power, mint);
    return random ? [make(coin, random)] : [];
  });
  // Token-2022 opens no mint whose accounts start frozen and can be thawed by nobody.
  const isFrozen = extensions.some(({ extension }) => extension === 'defaultAccountState');
  return {
    mintAuthority: drawPower('mintAuthority', mint) ? creator : null,
    freezeAuthority: isFrozen || drawPower('freezeAuthority', mint) ? creator : null,
    extensions,
  };
}

/** What else is drawn of a power that the mint has; null where it has not. Each power has a stream of its own. */
function drawPower(power: MintPower, mint: Address): Random | null {
  const random = new Random(`${power} of ${mint}`);
  return random.chance(POWER_SHARES[power]) ? random : null;
}
