/** What the rug analysis looks at, of what is known of a token as it is measured. */
import { DERIVED, hasLinkOf, type Measurement } from '@cryptonite/contracts/measures';
import { countedOf, FOUND_FROM, type RugInputs, WINDOW_MS } from '@cryptonite/contracts/rules';
import type { ScreenerClock, TokenCore } from '@cryptonite/contracts/states';
import { supplyOf } from '../facts/supply.js';
import { isFromLaunchpad } from '../measures/features.js';
import { highestCloseIn, type Watch, watchOf } from '../measures/windows.js';
import type { Token } from '../state/token.js';
import { copiedOf } from '../world/likeness.js';
import { hasDumpedOfLate, soldOfLate } from './creator-trades.js';
import { isKeptSince } from './kept-from.js';
import { hasEither, hasPower } from './mint-powers.js';
import { isReadOf } from './row-inputs.js';
import { pulledPercentOf } from './withdrawals.js';

const NO_TRADES = { bought: 0n, sold: 0n };

/** One object, field by field: put together of several it takes longer than all else about scores. */
export function rugInputsOf(token: Token, measurement: Measurement, clock: ScreenerClock): RugInputs {
  const { state } = token;
  const { time: now, holders, top1HolderPercent, top10HolderPercent } = measurement;
  const watch = watchOf(token, clock);
  const sawHour = watch.sawAllOf(now - WINDOW_MS.h1);
  const isGraduated = measurement.lifecycle === 'graduated';

  // What is held is known where shares of holders are, and what was sold where all trades were seen.
  const { creator, creatorTrades } = state;
  const areHoldersKnown = top1HolderPercent !== null;
  const supply = areHoldersKnown || creatorTrades ? supplyOf(state) : null;
  const balance = areHoldersKnown && creator !== null ? token.wallets.balanceOf(creator) : null;
  const isLifeKnown = watch.isWhole && state.keptFrom === null && balance !== null;
  const { bought, sold } = creatorTrades ?? NO_TRADES;
  const soldNow = creatorTrades ? percentOf(soldOfLate(creatorTrades, now), supply) : null;
  // Who came first is known of tokens alone of which nobody was missed.
  const areSnipersKnown = areHoldersKnown && watch.isWhole && state.firstTradeAt !== null;

  const { world } = state;
  const mint = world?.mint;
  const social = world?.social ?? null;
  const copied = copiedOf(state);

  const buyShare5m = DERIVED.buyShare5m.of(measurement);
  return {
    isGraduated,
    isLiquidityHeldByLaunchpad: isHeldByLaunchpad(state) ? true : null,
    unlockedLiquidityPercent: null,
    liquidityUsd: DERIVED.liquidityUsd.of(measurement),
    liquidityOfMarketCapPercent: liquidityShareOf(measurement),
    bondingProgressPercent: measurement.bondingProgressPercent,
    holders,
    top1HolderPercent,
    top10HolderPercent,
    top10OfSoldPercent: measurement.top10OfSoldPercent,
    creatorPercent: balance === null ? null : percentOf(balance, supply),
    sniperPercent: areSnipersKnown ? percentOf(token.traders.snipersHold(), supply) : null,
    insiderPercent: null,
    bundlePercent: null,
    top10ClusterPercent: null,
    hasPermanentDelegate: hasPower(mint, 'permanentDelegate'),
    isFrozenByDefault: hasPower(mint, 'frozenByDefault'),
    isNonTransferable: hasPower(mint, 'nonTransferable'),
    transferFeePercent: mint ? mint.transferFeePercent : null,
    hasFeeAuthority: hasPower(mint, 'feeAuthority'),
    hasPermissionedBurn: hasPower(mint, 'permissionedBurn'),
    hasFreezeAuthority: hasPower(mint, 'freezeAuthority'),
    hasTransferHook: hasEither(mint, 'transferHook', 'hookAuthority'),
    isPausable: hasEither(mint, 'pausable', 'paused'),
    hasMintAuthority: hasPower(mint, 'mintAuthority'),
    hasCloseAuthority: hasPower(mint, 'closeAuthority'),
    isMetadataMutable: hasPower(mint, 'mutableMetadata'),
    // By itself it says nothing of what the mint allows.
    isMayhem: mint ? state.isMayhem : null,
    liquidityPulledPercent: isGraduated
      ? pulledPercentOf(state, now, sawHour && isKeptSince(state, now - WINDOW_MS.h1))
      : null,
    fallFromHighPercent: fallFromHighOf(token, watch, sawHour),
    // What insiders sold is not known.
    insiderSoldPercent: soldNow === null ? null : countedOf(soldNow, false, FOUND_FROM.insiderSold),
    creatorSoldPercent: isLifeKnown ? soldPercentOf(bought, sold, balance) : null,
    hasCreatorDumped: hasDumpedOfLate(state, now) ? true : areHoldersKnown ? false : null,
    washPercent: null,
    creatorLaunches: null,
    creatorDumps: null,
    trades5m: measurement.isWhole5m ? measurement.buys5m + measurement.sells5m : null,
    buySharePercent: buyShare5m === null ? null : buyShare5m * 100,
    hasLink: hasLinkOf(measurement),
    isDocumentRead: world ? isReadOf(world, world.documentSha256) : null,
    isNameOfAnother: copied.isNameOfAnother,
    isPictureOfAnother: copied.isPictureOfAnother,
    accountExists: social?.accountExists ?? null,
    accountAgeDays: measurement.accountAgeDays,
    launchesNamingAccount: copied.launchesNamingAccount,
    scamReports: null,
    otherReports: null,
    bearishPercent: null,
    voteWeight: null,
  };
}

/** All of it at most: what is told of a supply may be behind what is held. */
const percentOf = (amount: bigint, supply: bigint | null): number | null =>
  supply === null || supply === 0n ? null : Math.min(1, Number(amount) / Number(supply)) * 100;

/** Of all that it ever held: what it bought, or what it has and sold where it was given more. */
function soldPercentOf(bought: bigint, sold: bigint, balance: bigint): number {
  const kept = sold + balance;
  const held = bought > kept ? bought : kept;
  return held === 0n ? 0 : (Number(sold) / Number(held)) * 100;
}

/** On its curve, or in the pool that its migration named. */
const isHeldByLaunchpad = (state: TokenCore): boolean =>
  state.lifecycle === 'graduated'
    ? state.pool !== null && state.pool === state.migratedTo
    : isFromLaunchpad(state);

/** The same in every unit. */
const liquidityShareOf = ({ liquidityQuote, marketCapQuote }: Measurement): number | null =>
  liquidityQuote === null || marketCapQuote === null || marketCapQuote === 0
    ? null
    : (liquidityQuote / marketCapQuote) * 100;

/** Of closes of ten seconds for ten minutes, and of a minute before: what was higher within one is not seen. */
function fallFromHighOf(token: Token, watch: Watch, sawHour: boolean): number | null {
  const { price } = token.state;
  const highest = highestCloseIn(token, watch, ['h1', 'm5']);
  if (price === null || highest === null) return null;
  const fall = highest <= price ? 0 : (1 - price / highest) * 100;
  return countedOf(fall, sawHour, FOUND_FROM.fallFromHigh);
}
