/**
 * The one list of measures. Its order is the schema of a measurement's row. Schemas only grow: a new measure goes to the
 * end of the list, has a type that may be null, and the next schema as its `since`. One that turns out to be unknown at
 * times may become null from the next schema on, its `nullableSince`, and its columns by a migration.
 */
import {
  FOUND_FROM,
  HYPE_BANDS,
  hypeFormula,
  LAYERS,
  type LayerName,
  LISTS,
  PATTERN_NAMES,
  PATTERNS,
  STANDING_PERCENT,
} from '../rules/index.js';
import { ADDED, GATED, IF_SCORED, IN_FIRST_HOUR, INPUTS } from './list-inputs.js';
import { type Measure, of } from './measure.js';

const LIFECYCLES = ['bonding', 'migrating', 'graduated'] as const;
const QUOTES = ['other', 'SOL', 'USDC'] as const;
const SOURCES = ['', 'pumpfun', 'bonded'] as const;
const VERDICTS = ['', 'qualified', 'rejected'] as const;

/** Who, when and by which rules; what follows was measured, and a change of it is news. */
export const HEAD = [
  of('mint', 'String', 'address', 'Mint address of the token', ['mint']),
  of(
    'time',
    'DateTime64',
    'time',
    'Stream time: block time of the slot at whose confirmation the token was measured',
    ['measuredAt'],
  ),
  of(
    'position',
    'String',
    'position',
    'Place of the newest fact of the token then: all columns speak of its facts up to this one',
  ),
  of('rulesVersion', 'UInt16', 'version', 'Version of the rules', ['rulesVersion']),
  of(
    'solPriceUsd',
    'Nullable(Float64)',
    'USD',
    'Dollars of one SOL then: the newest of sol_prices before it',
  ),
] as const;

const WINDOWS = {
  '1m': '60 cells of 1 s',
  '5m': '30 cells of 10 s',
  '1h': '60 cells of a minute',
  '24h': '96 cells of a quarter of an hour',
} as const;
export type WindowName = keyof typeof WINDOWS;
const PRICE_CHANGES: Record<WindowName, readonly string[]> = {
  '1m': [],
  '5m': ['priceChange'],
  '1h': ['priceChange1h'],
  '24h': ['priceChange24h'],
};

/** What is compared of a token that is younger than the window. */
const HALVED: Partial<Record<WindowName, string>> = {
  '5m': '. Of a token seen from its launch without a gap and younger than 5 minutes (from rules_version 4 on): against the price after the newest such trade up to the end of the cell, of 1 s in its first minute and of 10 s then, that holds the middle of its life',
};

const windowOf = <const Window extends WindowName>(window: Window) => {
  const cells = `in the ${WINDOWS[window]} that end with the one of time`;
  return [
    of(
      `buys${window}`,
      'UInt32',
      'trades',
      `Buys but those with is_agent, ${cells}`,
      window === '24h' ? ['buys24h'] : [],
    ),
    of(
      `sells${window}`,
      'UInt32',
      'trades',
      `Sells but those with is_agent, ${cells}`,
      window === '24h' ? ['sells24h'] : [],
    ),
    of(
      `isWhole${window}`,
      'Bool',
      '',
      `Whether all of the ${window} before time was seen: no row of gaps in it, or the token launched and seen since`,
    ),
    of(
      `volumeUsd${window}`,
      'Nullable(Float64)',
      'USD',
      `Sum of quote_amount of these trades, each in dollars at the newest prices of the slots before it. Null where one had no price, and where the window was not seen whole`,

      window === '24h' ? ['volume24h'] : window === '1h' ? ['volume1h'] : [],
    ),
    of(
      `volumeQuote${window}`,
      'Nullable(Float64)',
      'quote',
      'The same in whole units of the quote. Null where one was in another quote or decimals are not known, and where the window was not seen whole',
    ),
    of(
      `priceChange${window}Percent`,
      'Nullable(Float64)',
      'percent',
      `Price now against the price after the newest trade without is_agent before these cells. Without one: against the price after the first trade of a token seen from its launch without a gap, else null${HALVED[window] ?? ''}`,
      PRICE_CHANGES[window],
    ),
  ] as const;
};

const tradersOf = <const Window extends Exclude<WindowName, '24h'>>(window: Window) =>
  of(
    `traders${window}`,
    'UInt32',
    'wallets',
    `Wallets whose newest trade but those with is_agent is in the ${WINDOWS[window]} that end with the one of time`,
  );

const listingOf = <const Profile extends 'live' | 'whitepaper'>(profile: Profile) =>
  [
    of(
      `${profile}Source`,
      SOURCES,
      '',
      'pumpfun: bonding at 40 to under 85%. bonded: migrating, or graduated within 24 h (by tokens_migrated, else curves_completed). Empty in no list, and where position is more than 24 h before time',
      ['source'],
    ),
    of(
      `${profile}Verdict`,
      VERDICTS,
      '',
      'In a list: qualified or rejected by the checks of the profile. Empty in no list',
    ),
    of(
      `${profile}ListedAt`,
      'Nullable(DateTime64)',
      'time',
      'When it was first in this list of this source; kept on re-entry. Null in no list',
      ['listedAt'],
    ),
    of(
      `${profile}InitialMarketCapUsd`,
      'Nullable(Float64)',
      'USD',
      'Market cap at listed_at, in dollars as then observed; null in no list or where it was unknown',
      ['initialMarketCap'],
    ),
    of(
      `${profile}Checks`,
      'UInt32',
      'bits',
      'Verdicts of the checks, two bits each from the lowest: 0 unknown, 1 pass, 2 fail; from bit 24 on what is asked for separately. Their order under each rules_version stands in docs/analysts.md',
      ['checks'],
    ),
  ] as const;

const ofAnotherCoin = (currency: string) =>
  `${currency} for one whole unit of the quote where that is another coin priced in ${currency}: price_quote_reserves / price_token_reserves of the newest of quote_prices of the hour before, of the place that docs/analysts.md says. Else null`;

const layerOf = <const Name extends LayerName>(name: Name, meaning: string) =>
  of(
    `${name}Risk`,
    'Nullable(Float64)',
    'points',
    `Points of the layer ${LAYERS[name].label} of the rug analysis, 0-100, more is worse: what its findings in docs/scoring.md add up to. ${meaning}. Null where no input of it was observed. ${IF_SCORED}`,
    [],
    3,
  );

const LIST_LABELS = Object.values(LISTS)
  .map(({ label }) => label)
  .join(', ');
const HYPE = hypeFormula({ pattern: 'pattern_score', security: 'security_score', social: 'social_score' }, [
  '*',
  '/',
]);
const PATTERN_LABELS = PATTERN_NAMES.map((name) => `${name} (${PATTERNS[name].label})`).join(', ');

export const MEASURED = [
  of(
    'lifecycle',
    LIFECYCLES,
    '',
    'graduated: after tokens_migrated, after a trade in a pool that follows curves_completed (after a buy beyond the curve only if a row of gaps lies between), or where only a pool was seen. migrating: after curves_completed, or while bonding_progress_percent is 85 or more. Else bonding, also when it falls under 85 again',
    ['lifecycle'],
  ),
  of(
    'quote',
    QUOTES,
    '',
    'What the token is priced in; other: any mint but these two, whose dollars are those of quote_price_sol or quote_price_usdc',
  ),
  of('completedAt', 'Nullable(DateTime64)', 'time', 'Time of curves_completed; null before', ['completedAt']),
  of('migratedAt', 'Nullable(DateTime64)', 'time', 'Time of tokens_migrated; null before', ['migrationTime']),
  of('lastTradeAt', 'Nullable(DateTime64)', 'time', 'Time of the newest trade seen but those with is_agent'),
  of(
    'bondingProgressPercent',
    'Nullable(Float64)',
    'percent',
    '100 after curves_completed or tokens_migrated. Else (all - real_token_reserves) / all * 100 after the newest trade within the curve (one beyond it has real_token_reserves = price_token_reserves), all being real_token_reserves of the launch, or 793100000 tokens where the launch was not seen and virtual minus real tokens are 279900000; else null',
    ['bondingCurveProgress'],
  ),
  of('quoteProgressPercent', 'Nullable(Float64)', 'percent', 'quote_raised / quote_to_complete * 100'),
  of(
    'quoteRaised',
    'Nullable(Float64)',
    'quote',
    'real_quote_reserves after the newest trade within the curve, whole units',
    ['quoteRaised'],
  ),
  of(
    'quoteToComplete',
    'Nullable(Float64)',
    'quote',
    'What the curve has raised when its last token is sold: ceil(p * q / left) - (q - real_quote_reserves), p and q being the price reserves and left = p - real_token_reserves, whole units',
    ['quoteToComplete'],
  ),
  of(
    'priceQuote',
    'Nullable(Float64)',
    'quote',
    "Whole quote units per whole token of 6 decimals, from price_quote_reserves / price_token_reserves of the newest trade (also the agent's) that has them and sets the price: one on the curve, also beyond it, until graduated, and in the token's own pool after curves_completed (after a buy beyond the curve only if a row of gaps lies between) or tokens_migrated; before any the launch's. Null where only a pool was seen",
  ),
  of(
    'marketCapQuote',
    'Nullable(Float64)',
    'quote',
    "Price * supply. Supply: what the newest token_supply of a trade, or supply of mints_observed as of the end of its observed_slot or of holders_observed a few slots after it, tells. Before any of them what the launch's own transaction changed in supplies_changed, else its token_total_supply, else 1000000000 tokens for a curve as of bonding_progress_percent that is not mayhem, unless a change was seen before it. In each case plus change of supplies_changed since. Rows of before migration 0056 have the launch's for ever",
  ),
  of('completionMarketCapQuote', 'Nullable(Float64)', 'quote', "Market cap at the curve's completion"),
  of(
    'liquidityQuote',
    'Nullable(Float64)',
    'quote',
    "Real quote of the curve, when graduated twice that of the pool. The pool's is what the newest of its trades, pools_created, pools_boosted and liquidity_changed leaves, less fees_swept since. From a buy beyond the curve until the migration, or a trade in a pool after a row of gaps: that of the pool to be, once",
  ),
  of(
    'buyCount',
    'UInt32',
    'trades',
    'Buys seen since launch, on curve and in pools, but those with is_agent',
  ),
  of(
    'sellCount',
    'UInt32',
    'trades',
    'Sells seen since launch, on curve and in pools, but those with is_agent',
  ),
  of(
    'volumeUsd',
    'Nullable(Float64)',
    'USD',
    'Sum of quote_amount of all trades seen but those with is_agent, each in dollars at the newest prices of the slots before it, rounded down to a millionth; null once a trade had no price',
    ['totalVolume'],
  ),
  ...windowOf('1m'),
  tradersOf('1m'),
  ...windowOf('5m'),
  tradersOf('5m'),
  ...windowOf('1h'),
  tradersOf('1h'),
  ...windowOf('24h'),
  of(
    'whaleBuyersSeen',
    'UInt32',
    'wallets',
    'Wallets whose buys without is_agent sum to 5 SOL or more in the 60 cells of a minute that end with the one of time, other quotes by their worth in SOL; at least so many where is_whale_hour_whole is false',
  ),
  of(
    'isWhaleHourWhole',
    'Bool',
    '',
    'Whether the hour before time was seen whole and had no buy without a price',
  ),
  of('whaleBuyers10mSeen', 'UInt32', 'wallets', 'The same in 10 cells'),
  of('isWhale10mWhole', 'Bool', '', 'The same of the 10 minutes before time'),
  of(
    'volumeGrowth',
    'Nullable(Float64)',
    'x',
    'Quote volume of the cells of buys_5m over that of the 30 cells before (in the first 10 minutes of life: second half over first); null where the divisor is 0 or was not seen whole',
  ),
  of(
    'score',
    'Nullable(Float64)',
    'points',
    `Hype score, 0-100: ${HYPE}, what is null counting as 0. From rules_version 4 on pattern_score counts times what still stands: nothing up to ${STANDING_PERCENT.from} of price_of_high_percent, all from ${STANDING_PERCENT.to} on, linear between them, nothing where that is null. From ${HYPE_BANDS.high} high, from ${HYPE_BANDS.medium} medium. Null where nothing that it is made of was observed, and under rules_version 1. ${IF_SCORED}`,
    ['hypeScore'],
  ),
  of(
    'holders',
    'Nullable(UInt32)',
    'owners',
    "Owners with a balance: not the curve, the pool, or one of the known accounts of docs/analysts.md (exchanges, lockers, receivers of fees, burn addresses, pump.fun's agent and migration authority, authorities of pools). Null where holder_coverage is under 0.9, also without the accounts that rows of holders_observed alone tell; where the supply or the curve or (graduated) pool is unknown",
    ['holders'],
  ),
  of(
    'top1HolderPercent',
    'Nullable(Float64)',
    'percent',
    'Share of the supply of the largest owner counted in holders, percent. Null where holder_coverage is under 0.9, the supply or the curve or (graduated) pool unknown',
    ['top1HolderPercent'],
  ),
  of(
    'top10HolderPercent',
    'Nullable(Float64)',
    'percent',
    'Share of the supply of the ten largest owners counted in holders, percent; null as top1_holder_percent is',
    ['top10HolderPercent'],
  ),
  of(
    'excludedHolderPercent',
    'Nullable(Float64)',
    'percent',
    'Share of the supply of those that holders leaves out, percent; null as top1_holder_percent is',
    ['excludedHolderPercent'],
  ),
  {
    ...of(
      'holderCoverage',
      'Nullable(Float64)',
      'share',
      'Balances with an owner / supply as of market_cap_quote, 1 at most, those of holders_observed among them; with gap_seen only those of accounts seen since the gap. Shares are of the same supply, 100 at most. Null where the supply is unknown; rows of before migration 0042 have 0 there',
      ['holderCoverage'],
    ),
    nullableSince: 2,
  },
  of(
    'gapSeen',
    'Bool',
    '',
    'Whether a row of gaps has its before_slot after the first slot in which the token was seen, and not after the measurement',
    ['gapSeen'],
  ),
  of(
    'alertRaisedAt',
    'Nullable(DateTime64)',
    'time',
    'When progress first lay between 30 and 50%; null before',
    ['alertRaisedAt'],
  ),
  ...listingOf('live'),
  ...listingOf('whitepaper'),
  of(
    'lists',
    'UInt32',
    'bits',
    `The lists on which the token stands, a bit each from the lowest: ${LIST_LABELS}. Who is on them stands in docs/scoring.md; Early Stage: bonding at 30 to 50%`,
  ),
  of(
    'alertMarketCapUsd',
    'Nullable(Float64)',
    'USD',
    'Market cap after the fact that raised the alert, in dollars at the prices of the slots before it. Null before the alert, where it was unknown, and in alerts of before it was kept',
    ['initialMarketCap'],
    2,
  ),
  of('quotePriceSol', 'Nullable(Float64)', 'SOL', ofAnotherCoin('SOL'), [], 2),
  of('quotePriceUsdc', 'Nullable(Float64)', 'USDC', ofAnotherCoin('USDC'), [], 2),
  layerOf(
    'liquidity',
    'Nobody can take out what stands on the curve, or when graduated in the pool that tokens_migrated names; of another pool it is not known who can. Liquidity as in liquidity_usd, against the market cap as in liquidity_quote and market_cap_quote',
  ),
  layerOf(
    'holders',
    'Shares as in top1_holder_percent, and null as it is. Snipers: wallets but the creator that bought within 5 s of the first trade of a token seen from its launch without a gap. Insiders, bundles and clusters are not known yet',
  ),
  layerOf(
    'contract',
    'Powers over the mint as the mints_observed of the newest observed_slot with such an account tells it, and of the authorities that authorities_observed names in a later slot as that says; nothing before there was one, mayhem mode neither. The fee is the larger of the older and the newer one',
  ),
  layerOf(
    'market',
    `Under the high: against the highest price at the end of each minute of the hour, and of each 10 s of the last 10 minutes, so that what was higher within these is not seen; prices of before a row of gaps count only at the end of such a minute or 10 s. Liquidity pulled, of a graduated token: 1 - the product of what each withdrawal from its pool within the hour left of the quote there, of more than 16 all but the newest 15 as of the newest of them; half and more counts until it is back, as in rug_floor, and then none of it does. Where the hour was not seen whole the fall is unknown below ${FOUND_FROM.fallFromHigh}%, and what was pulled below ${FOUND_FROM.liquidityPulled}%. The creator's sales are those of its own wallet; of insiders nothing is known yet, so that sales of 5 min are unknown below ${FOUND_FROM.insiderSold}% of the supply. Wash trades and the creator's other launches are not known yet`,
  ),
  layerOf(
    'social',
    'The newest of metadata_resolved that was read, and of social_observed the newest that tells each value, about the account that the document names. A document that failed on the way to it is unknown. What it shares with others is that of the newest of likeness_observed; what was not found there is unknown where 24 h were not seen whole',
  ),
  layerOf('community', 'Nobody reports or votes yet'),
  of(
    'pattern',
    ['', ...PATTERN_NAMES],
    '',
    `The pattern that it matched best, by docs/scoring.md, in the measurements of its first hour of trading up to this one: ${PATTERN_LABELS}. Of equals the one of which more was observed. Where it is scored it is matched with every measurement, any token with the first ones 10 minutes and an hour after its first trade, the last at most a minute late. Empty before, where its launch was not seen, and where nothing was observed. ${IF_SCORED}`,
    [],
    3,
  ),
  of(
    'patternScore',
    'Nullable(Float64)',
    'points',
    'Points of that pattern as it was matched then, 0-100. Buyers are wallets with a buy without is_agent in the 10 cells of a minute that end with the one of time; growth compares the 5 cells before that one with the 5 before them; organic ones are neither its creator nor snipers, bundles and wash traders are not told apart yet. Net inflow is told by what the price says of the reserves. Whether a website answers is not known yet. Null where pattern is empty, and where nothing was observed',
    ['patternScore'],
    3,
  ),
  of(
    'patternCoverage',
    'Nullable(Float64)',
    'share',
    `Share of the weight of that pattern that was observed then, 0-1. ${IF_SCORED}`,
    ['patternCoverage'],
    3,
  ),
  of(
    'socialScore',
    'Nullable(Float64)',
    'points',
    `Social score, 0-100, by docs/scoring.md: of social_observed and metadata_resolved as in social_risk; posts count for as long as they are counted, an hour and 24 h. Null where nothing was observed. ${IF_SCORED}`,
    ['socialScore'],
    3,
  ),
  of(
    'socialCoverage',
    'Nullable(Float64)',
    'share',
    `Share of the weight of the social score that was observed, 0-1. ${IF_SCORED}`,
    ['socialCoverage'],
    3,
  ),
  ...GATED,
  ...INPUTS,
  of(
    'securityScore',
    'Nullable(Float64)',
    'points',
    `Security score, 0-100, by docs/scoring.md: of each layer's weight times its observed share what its points leave of 100; before rules_version 4 what was certainly left. Null where nothing was observed. ${IF_SCORED}`,
    ['securityScore'],
    3,
  ),
  of(
    'securityCoverage',
    'Nullable(Float64)',
    'share',
    `Share of the weight of the security score that was observed, 0-1: as risk_coverage, of the layers with points. Before rules_version 4 neither earned nor lost was what unknown findings could add. ${IF_SCORED}`,
    ['securityCoverage'],
    3,
  ),
  of(
    'sharesTheme',
    'Nullable(Bool)',
    '',
    `Whether a word of its name and symbol, but for a kept stop list, is one of a token that graduated or was boosted in the 24 h before its launch, and it is no copy: theme_mint of the newest of likeness_observed. Null before there was one, and where none was found and these 24 h were not seen whole. ${IN_FIRST_HOUR}`,
    [],
    4,
  ),
  of(
    'themeAgeMs',
    'Nullable(UInt32)',
    'ms',
    'Time from the newest of these (theme_at) to its launch. Null where shares_theme is not true',
    [],
    4,
  ),
  ...ADDED,
] as const;

export const MEASURES = [...HEAD, ...MEASURED] as const satisfies readonly Measure[];

/** The newest schema of rows. */
export const SCHEMA = (MEASURES as readonly Measure[]).reduce(
  (newest, { since, nullableSince = 1 }) => Math.max(newest, since, nullableSince),
  1,
);
