/** What the six layers of the rug analysis look for, each limit and its points once. */
import type { FindingRule } from './risk.js';

type Known<T> = T | null;

/** What the rug analysis looks at. Null is what was not observed. */
export type RugInputs = {
  isGraduated: Known<boolean>;
  /** On its curve, or in the pool that its launchpad made of it: nobody can take the liquidity out. */
  isLiquidityHeldByLaunchpad: Known<boolean>;
  /** Of another pool's liquidity, percent. */
  unlockedLiquidityPercent: Known<number>;
  liquidityUsd: Known<number>;
  liquidityOfMarketCapPercent: Known<number>;
  bondingProgressPercent: Known<number>;
  holders: Known<number>;
  top1HolderPercent: Known<number>;
  top10HolderPercent: Known<number>;
  /** What the ten largest hold of what is sold, percent. */
  top10OfSoldPercent: Known<number>;
  /** Percent of the supply that its creator holds, and so on. Of snipers the creator is none. */
  creatorPercent: Known<number>;
  sniperPercent: Known<number>;
  insiderPercent: Known<number>;
  bundlePercent: Known<number>;
  top10ClusterPercent: Known<number>;
  hasPermanentDelegate: Known<boolean>;
  isFrozenByDefault: Known<boolean>;
  isNonTransferable: Known<boolean>;
  transferFeePercent: Known<number>;
  /** Somebody may change the transfer fee. */
  hasFeeAuthority: Known<boolean>;
  /** Nobody burns without somebody's permission. */
  hasPermissionedBurn: Known<boolean>;
  hasFreezeAuthority: Known<boolean>;
  /** A program runs with each transfer, or somebody may name one. */
  hasTransferHook: Known<boolean>;
  /** Transfers are paused, or somebody may pause them. */
  isPausable: Known<boolean>;
  hasMintAuthority: Known<boolean>;
  hasCloseAuthority: Known<boolean>;
  isMetadataMutable: Known<boolean>;
  isMayhem: Known<boolean>;
  /** Of the liquidity that its pool had, percent that was taken out within the hour, or earlier and is not back. */
  liquidityPulledPercent: Known<number>;
  /** Under the highest price of the last hour, percent. */
  fallFromHighPercent: Known<number>;
  /** Of the supply, sold by insiders or the creator within five minutes, percent. */
  insiderSoldPercent: Known<number>;
  /** Of what it held, sold by the creator, percent. */
  creatorSoldPercent: Known<number>;
  /** Within the hour its creator sold, in five minutes, half of what it held and a tenth of the supply. */
  hasCreatorDumped: Known<boolean>;
  /** Of an hour's trades, percent. */
  washPercent: Known<number>;
  creatorLaunches: Known<number>;
  creatorDumps: Known<number>;
  trades5m: Known<number>;
  buySharePercent: Known<number>;
  hasLink: Known<boolean>;
  isDocumentRead: Known<boolean>;
  /** Of a token that graduated or was on a list within 24 h. */
  isNameOfAnother: Known<boolean>;
  isPictureOfAnother: Known<boolean>;
  accountExists: Known<boolean>;
  accountAgeDays: Known<number>;
  launchesNamingAccount: Known<number>;
  /** Weights of reports and votes. */
  scamReports: Known<number>;
  otherReports: Known<number>;
  bearishPercent: Known<number>;
  voteWeight: Known<number>;
};

type Rule = FindingRule<RugInputs>;
type Words = Omit<Rule, 'layer' | 'name'>;

const not = (value: Known<boolean>): Known<boolean> => (value === null ? null : !value);
/** The value where `applies` is so; nothing is said where it is not, and it is unknown whether it is where that is unknown. */
const where = <T>(applies: Known<boolean>, value: T): T | null | undefined =>
  applies === null ? null : applies ? value : undefined;
const isOver = (value: Known<number>, limit: number): Known<boolean> =>
  value === null ? null : value > limit;
const isAtLeast = (value: Known<number>, limit: number): Known<boolean> =>
  value === null ? null : value >= limit;

type Read = Rule['value'];
type Pairs = readonly (readonly [limit: number, points: number])[];
const stepped =
  (kind: 'above' | 'under' | 'atLeast') =>
  (label: string, unit: string, value: Read, ...pairs: Pairs): Words => ({
    label,
    unit,
    grading: { kind, steps: pairs.map(([limit, points]) => ({ limit, points })) },
    value,
  });
const [above, under, atLeast] = [stepped('above'), stepped('under'), stepped('atLeast')];
const flag = (label: string, points: number, value: Read): Words => ({
  label,
  unit: '',
  grading: { kind: 'flag', points },
  value,
});
const linear = (
  label: string,
  unit: string,
  value: Read,
  [from, to, points]: [number, number, number],
): Words => ({
  label,
  unit,
  grading: { kind: 'linear', from, to, points },
  value,
});

/** The transfer fee, percent, above which it takes a holder's money. */
const FEE_TAKES_ABOVE = 10;

/** From these on, percents and a count, a value that may be too low is a finding all the same. */
export const FOUND_FROM = {
  liquidityPulled: 50,
  fallFromHigh: 60,
  insiderSold: 0.5,
  creatorDumped: { ofHeld: 50, ofSupply: 10 },
  launchesNamingAccount: 3,
} as const;

/** With a floor under the risk. */
const floored = (risk: number, when: string, isSo: (inputs: RugInputs) => boolean, words: Words): Words => ({
  ...words,
  floor: { risk, when, isSo },
});
const flooredFlag = (risk: number, label: string, points: number, value: (of: RugInputs) => Known<boolean>) =>
  floored(risk, 'where it is so', (of) => value(of) === true, flag(label, points, value));

/** Of what nobody can know yet. */
const later = (words: Words): Words => ({ ...words, isLater: true });

/** A market cap above so many times the liquidity. */
const THIN_FROM = 30;

const EARLY_HOLDERS_FROM_PROGRESS = 40;
const BUY_SHARE_FROM_TRADES = 30;
const MANY_LAUNCHES = 3;
const VOTES_FROM_WEIGHT = 10;

const RULES = {
  liquidity: {
    unlockedLiquidity: linear(
      'Liquidity that can be pulled',
      '%',
      ({ isLiquidityHeldByLaunchpad, unlockedLiquidityPercent }) => {
        if (isLiquidityHeldByLaunchpad === null) return null;
        return isLiquidityHeldByLaunchpad ? 0 : unlockedLiquidityPercent;
      },
      [0, 100, 80],
    ),
    liquidity: under(
      'Liquidity of a graduated token',
      '$',
      ({ isGraduated, liquidityUsd }) => where(isGraduated, liquidityUsd),
      [1_000, 40],
      [5_000, 20],
    ),
    thinLiquidity: under(
      `Liquidity of market cap (1 ÷ ${THIN_FROM})`,
      '%',
      (of) => of.liquidityOfMarketCapPercent,
      [(1 / THIN_FROM) * 100, 20],
    ),
  },
  holders: {
    top10: above('Top 10 hold', '%', (of) => of.top10HolderPercent, [60, 60], [50, 35], [30, 15]),
    top10OfSold: above('Top 10 hold of what is sold', '%', (of) => of.top10OfSoldPercent, [60, 0]),
    top1: above('The largest holds', '%', (of) => of.top1HolderPercent, [25, 40], [10, 15]),
    creator: above('Its creator holds', '%', (of) => of.creatorPercent, [10, 30], [5, 15]),
    snipers: above('Snipers hold', '%', (of) => of.sniperPercent, [20, 30], [10, 15]),
    insiders: later(above('Insiders hold', '%', (of) => of.insiderPercent, [20, 40], [10, 20])),
    bundles: later(above('Bundles hold', '%', (of) => of.bundlePercent, [15, 30], [5, 10])),
    top10Clusters: later(
      above('Top 10 by cluster hold', '%', (of) => of.top10ClusterPercent, [60, 50], [50, 25]),
    ),
    fewHolders: under(
      `Holders at progress above ${EARLY_HOLDERS_FROM_PROGRESS}%`,
      '',
      ({ bondingProgressPercent, holders }) =>
        where(isOver(bondingProgressPercent, EARLY_HOLDERS_FROM_PROGRESS), holders),
      [20, 15],
    ),
  },
  contract: {
    permanentDelegate: flooredFlag(95, 'Permanent delegate', 100, (of) => of.hasPermanentDelegate),
    frozenByDefault: flooredFlag(95, 'Accounts start frozen', 100, (of) => of.isFrozenByDefault),
    nonTransferable: flooredFlag(95, 'Cannot be transferred', 100, (of) => of.isNonTransferable),
    transferFee: floored(
      90,
      `above ${FEE_TAKES_ABOVE}%, or any that somebody may change`,
      ({ transferFeePercent: fee, hasFeeAuthority }) =>
        fee !== null && (fee > FEE_TAKES_ABOVE || (fee > 0 && hasFeeAuthority === true)),
      above('Transfer fee', '%', (of) => of.transferFeePercent, [FEE_TAKES_ABOVE, 80], [0, 40]),
    ),
    feeAuthority: flag('Transfer fee can be changed', 60, (of) => of.hasFeeAuthority),
    freezeAuthority: flooredFlag(85, 'Freeze authority', 60, (of) => of.hasFreezeAuthority),
    transferHook: flooredFlag(85, 'Transfer hook', 60, (of) => of.hasTransferHook),
    pausable: flooredFlag(85, 'Can be paused', 60, (of) => of.isPausable),
    mintAuthority: floored(
      81,
      'of a graduated token',
      ({ hasMintAuthority, isGraduated }) => hasMintAuthority === true && isGraduated === true,
      flag('Mint authority', 50, (of) => of.hasMintAuthority),
    ),
    closeAuthority: flag('Close authority', 30, (of) => of.hasCloseAuthority),
    mutableMetadata: flag('Metadata can be changed', 10, (of) => of.isMetadataMutable),
    permissionedBurn: flag('Burns need a permission', 10, (of) => of.hasPermissionedBurn),
    mayhem: flag('Mayhem mode', 10, (of) => of.isMayhem),
  },
  market: {
    liquidityPulled: floored(
      95,
      `from ${FOUND_FROM.liquidityPulled}%, until it is back`,
      ({ isGraduated, liquidityPulledPercent: pulled }) =>
        isGraduated === true && pulled !== null && pulled >= FOUND_FROM.liquidityPulled,
      atLeast(
        'Liquidity pulled out of the pool',
        '%',
        ({ isGraduated, liquidityPulledPercent }) => where(isGraduated, liquidityPulledPercent),
        [FOUND_FROM.liquidityPulled, 100],
      ),
    ),
    fallFromHigh: atLeast("Under the hour's high", '%', (of) => of.fallFromHighPercent, [
      FOUND_FROM.fallFromHigh,
      60,
    ]),
    insiderSold: atLeast('Insiders sold in 5 min', '%', (of) => of.insiderSoldPercent, [
      FOUND_FROM.insiderSold,
      40,
    ]),
    creatorSold: above('Its creator sold', '%', (of) => of.creatorSoldPercent, [50, 40]),
    creatorDumped: flooredFlag(
      85,
      `Creator sold ${FOUND_FROM.creatorDumped.ofHeld}% of its bag and ${FOUND_FROM.creatorDumped.ofSupply}% of the supply in 5 min`,
      0,
      (of) => of.hasCreatorDumped,
    ),
    wash: later(above('Wash trades', '%', (of) => of.washPercent, [30, 40], [15, 20])),
    serialDumps: later(
      flag(
        `Most of the creator's ${MANY_LAUNCHES} and more launches were dumped`,
        40,
        ({ creatorLaunches, creatorDumps }) =>
          where(isAtLeast(creatorLaunches, MANY_LAUNCHES), areMost(creatorDumps, creatorLaunches)),
      ),
    ),
    dumps: later(
      flag("Most of the creator's few launches were dumped", 20, ({ creatorLaunches, creatorDumps }) =>
        where(not(isAtLeast(creatorLaunches, MANY_LAUNCHES)), areMost(creatorDumps, creatorLaunches)),
      ),
    ),
    oneSided: above(
      `Buys among ${BUY_SHARE_FROM_TRADES} and more trades of 5 min`,
      '%',
      ({ trades5m, buySharePercent }) => where(isAtLeast(trades5m, BUY_SHARE_FROM_TRADES), buySharePercent),
      [95, 15],
    ),
  },
  social: {
    noLink: flag('No link at all', 40, ({ hasLink }) => not(hasLink)),
    noDocument: flag('Metadata missing or unreadable', 30, ({ isDocumentRead }) => not(isDocumentRead)),
    sameName: flag('Name and symbol of another token', 40, (of) => of.isNameOfAnother),
    samePicture: flag('Picture of another token', 40, (of) => of.isPictureOfAnother),
    noAccount: flag('Its account does not exist', 40, ({ accountExists }) => not(accountExists)),
    youngAccount: under('Age of its account', 'days', (of) => of.accountAgeDays, [30, 20]),
    sharedAccount: atLeast('Launches that name its account', '', (of) => of.launchesNamingAccount, [
      FOUND_FROM.launchesNamingAccount,
      30,
    ]),
  },
  community: {
    scamReports: later(linear('Reports of a scam or rug', '', (of) => of.scamReports, [1, 5, 60])),
    otherReports: later(linear('Other reports', '', (of) => of.otherReports, [1, 5, 20])),
    bearish: later(
      above(
        `Bearish votes of a weight of ${VOTES_FROM_WEIGHT} and more`,
        '%',
        ({ voteWeight, bearishPercent }) => where(isAtLeast(voteWeight, VOTES_FROM_WEIGHT), bearishPercent),
        [70, 20],
      ),
    ),
  },
} satisfies Record<Rule['layer'], Record<string, Words>>;

/** More than half; null where one of them is not known. */
function areMost(some: Known<number>, all: Known<number>): Known<boolean> {
  return some === null || all === null ? null : some * 2 > all;
}

export const RUG_FINDINGS: readonly Rule[] = Object.entries(RULES).flatMap(([layer, rules]) =>
  Object.entries(rules).map(([name, rule]) => ({ ...rule, layer: layer as Rule['layer'], name })),
);
