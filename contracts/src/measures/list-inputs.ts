/** The end of the list of measures: the lists with their first listing, and what scores and gates are made of. */
import {
  DUMP_HOLDS_MS,
  FOUND_FROM,
  HELD_TO_LISTING,
  LISTED,
  LISTS,
  type ListedName,
  NEAR_LIST_PERCENT,
  type ProfileName,
  ULTIMATE,
  WINDOW_MS,
} from '../rules/index.js';
import { type MeasureType, of } from './measure.js';

const SINCE = 3;

/** The scores are made of tables, which stand in docs/scoring.md: columns say what their inputs are. */
export const IF_SCORED = `Null of a token that is not scored: one is that bonds at ${NEAR_LIST_PERCENT}% and more, migrates or graduated within 24 h, of which a boost, a paid profile, 5 posts in 24 h or a verified account is known, that in a profile passes all gates of Ultimate but one, the rug risk and the score apart, or whose mint, pool or creator may set a rug_floor (a power over the mint that does, a transfer fee, pulled liquidity, a dump of its creator); and as it leaves after a day's quiet`;

const later = <const Name extends string, const Type extends MeasureType>(
  name: Name,
  type: Type,
  unit: string,
  meaning: string,
  shown: readonly string[] = [],
) => of(name, type, unit, meaning, shown, SINCE);

const listingOn =
  (since: number) =>
  <const Name extends ListedName>(name: Name) =>
    [
      of(
        `${name}ListedAt`,
        'Nullable(DateTime64)',
        'time',
        `When it first stood on the list ${LISTS[name].label}; kept on re-entry. Null while it is not on it`,
        [],
        since,
      ),
      of(
        `${name}InitialMarketCapUsd`,
        'Nullable(Float64)',
        'USD',
        'Market cap then, in dollars as then observed. Null while it is not on the list, and where it was unknown',
        [],
        since,
      ),
    ] as const;

/** Lists that came after schema 3 have their columns at the end. */
const isLaterList = (name: ListedName): name is 'whitepaperSocial' => name === 'whitepaperSocial';
const FIRST_LISTED = LISTED.filter(
  (name): name is Exclude<ListedName, 'whitepaperSocial'> => !isLaterList(name),
);

const gatesOf = <const Profile extends ProfileName>(profile: Profile) =>
  later(
    `${profile}Gates`,
    'Nullable(UInt32)',
    'bits',
    `Verdicts of the gates of Ultimate, two bits each from the lowest: 0 unknown, 1 pass, 2 fail. In their order: ${ULTIMATE[
      profile
    ]
      .map(({ name }) => name)
      .join(', ')}. ${IF_SCORED}`,
  );

export const GATED = [
  later('createdAt', 'Nullable(DateTime64)', 'time', 'Time of launches_created; null where it was not seen'),
  ...FIRST_LISTED.flatMap(listingOn(SINCE)),
  later(
    'ultimateScore',
    'Nullable(Float64)',
    'points',
    `Score of Ultimate, 0-100, by docs/scoring.md. Null where nothing that it is made of was observed. ${IF_SCORED}`,
    ['ultimateScore'],
  ),
  later(
    'ultimateCoverage',
    'Nullable(Float64)',
    'share',
    `Share of the weight of that score that was observed, 0-1. ${IF_SCORED}`,
    ['ultimateCoverage'],
  ),
  gatesOf('live'),
  gatesOf('whitepaper'),
] as const;

const IF_LOOKED_AT = `${IF_SCORED}. It is said too in the slots 10 minutes and an hour after its first trade`;
export const IN_FIRST_HOUR = `Null after its first hour of trading, and where its launch was not seen. ${IF_LOOKED_AT}`;
const COUNTED =
  'Counted in its first hour of trading, of a token that in a profile passes all gates of Ultimate but one, the rug risk and the score apart, and with 30 boosts or 10 posts in an hour; else null';
const IN_DOCUMENT = `By the newest of metadata_resolved that was read; null before. ${IF_LOOKED_AT}`;
const BY_POSTS = 'As the newest of social_observed that tells it says; null where none does';

export const INPUTS = [
  later(
    'volumeGrowth24hPercent',
    'Nullable(Float64)',
    'percent',
    'By how much the quote volume of the later of two spans is above that of the earlier. From 24 h of age on (48 h before rules_version 4), and where not all since the launch was seen: the cells of buys_24h, and those before them within the 48 cells of an hour that end with the one of time. Else the halves of its life, by the 60 cells of 1 s in its first minute, of 10 s in its first ten, of a minute in its first hour, and then by all cells of a quarter of an hour: the earlier half ends with the cell that holds its middle. Null where the earlier volume is 0, where a trade was in another quote, and where a span was not seen whole',
  ),
  later(
    'isGrowthOfLife',
    'Nullable(Bool)',
    '',
    'Whether that compares the halves of its life, the token being younger than a day and seen from its launch: before its day there was nothing, so that the gate of growth passes. Else null where it is null, as always before rules_version 4',
  ),
  later(
    'whaleNetSol1h',
    'Nullable(Float64)',
    'SOL',
    'What the wallets of whale_buyers_seen bought less what they sold, without is_agent, in the same cells, by its worth in SOL. Null where the hour was not seen whole or had a trade without a price',
  ),
  later(
    'traderGrowth5m',
    'Nullable(Float64)',
    'x',
    `Wallets with a trade without is_agent in the 5 cells of a minute before the one of time, over those with one in the 5 cells before them. Null where there are none in these, where the 11 minutes were not seen whole, or a trade of the hour had no price. ${COUNTED}`,
  ),
  later(
    'organicBuyers1h',
    'Nullable(UInt32)',
    'wallets',
    `Wallets with a buy without is_agent in the 60 cells of a minute that end with the one of time, but its creator and snipers. Null where the hour was not seen whole or had a buy without a price. ${COUNTED}`,
    ['organicBuyers1h'],
  ),
  later('organicBuyers10m', 'Nullable(UInt32)', 'wallets', `The same in 10 cells. ${IN_FIRST_HOUR}`),
  later(
    'netInflowSol10m',
    'Nullable(Float64)',
    'SOL',
    `What the trades of the 60 cells of 10 s that end with the one of time put into the reserves less what they took out, as the price says of them, by its worth in SOL. ${IN_FIRST_HOUR}`,
  ),
  later(
    'solPerTrade',
    'Nullable(Float64)',
    'SOL',
    `volume_quote_1h in SOL over the trades of the hour. ${IN_FIRST_HOUR}`,
  ),
  later(
    'buyerGrowth5m',
    'Nullable(Float64)',
    'x',
    `Wallets with a buy without is_agent in the 5 cells of a minute before the one of time, over those with one in the 5 cells before them; null where there are none in these. ${IN_FIRST_HOUR}`,
  ),
  later(
    'keepersPercent',
    'Nullable(Float64)',
    'percent',
    `Of the wallets with a buy before the last 10 cells of a minute, those that hold the token. ${IN_FIRST_HOUR}`,
  ),
  later(
    'holdersGained1h',
    'Nullable(UInt32)',
    'owners',
    `Those of holders: in its first hour it gained all that it has. ${IN_FIRST_HOUR}`,
  ),
  later(
    'flippersPercent1h',
    'Nullable(Float64)',
    'percent',
    `Of the wallets with a sell without is_agent in the 60 cells of a minute that end with the one of time, those with a sell there of which a buy of theirs lay before it, in its cell or the 5 before. Null without a sell, and where a trade had no price. ${IN_FIRST_HOUR}`,
  ),
  later(
    'creatorHolds',
    'Nullable(Bool)',
    '',
    `Whether its creator bought, and holds at least as much. Null where top1_holder_percent is, and where a trade of its life was not seen. ${IF_LOOKED_AT}`,
  ),
  later('hasPicture', 'Nullable(Bool)', '', `Whether its picture was had. ${IN_DOCUMENT}`),
  later('hasTwitter', 'Nullable(Bool)', '', `Whether its document names a link to X. ${IN_DOCUMENT}`),
  later('hasTelegram', 'Nullable(Bool)', '', `Whether it names one to Telegram. ${IN_DOCUMENT}`),
  later('hasWebsite', 'Nullable(Bool)', '', `Whether it names a website. ${IN_DOCUMENT}`),
  later(
    'descriptionCharacters',
    'Nullable(UInt32)',
    'characters',
    `Length of its description. ${IN_DOCUMENT}`,
  ),
  later(
    'namesUse',
    'Nullable(Bool)',
    '',
    `Whether its description names a use, by a kept list of words. ${IN_DOCUMENT}`,
  ),
  later(
    'posts1h',
    'Nullable(UInt32)',
    'posts',
    `Posts of an hour that name the mint. ${BY_POSTS}, and once that is an hour ago`,
    ['posts1h'],
  ),
  later(
    'posts24h',
    'Nullable(UInt32)',
    'posts',
    `Posts of 24 h that name the mint. ${BY_POSTS}, and once that is 24 h ago`,
    ['posts24h'],
  ),
  later('isVerified', 'Nullable(Bool)', '', `Whether its account on X is verified. ${BY_POSTS}`),
  later(
    'followers',
    'Nullable(UInt32)',
    'accounts',
    `Followers of that account. ${BY_POSTS}. ${IF_LOOKED_AT}`,
  ),
  later(
    'accountAgeDays',
    'Nullable(UInt32)',
    'days',
    `Whole days since that account was made. ${BY_POSTS}. ${IF_LOOKED_AT}`,
  ),
  later(
    'telegramMembers',
    'Nullable(UInt32)',
    'accounts',
    `Members of its Telegram. ${BY_POSTS}. ${IF_LOOKED_AT}`,
  ),
  later(
    'boosts',
    'Nullable(UInt32)',
    'boosts',
    'Boosts in force, by the newest of tokens_boosted; null where nobody answered',
    ['boosts'],
  ),
  later(
    'hasPaidProfile',
    'Nullable(Bool)',
    '',
    'Whether its profile was paid for, by the newest of tokens_boosted; null where that was not asked',
    ['hasPaidProfile'],
  ),
] as const;

/** What was added since; each with its own schema. */
export const ADDED = [
  of(
    'doesWebsiteAnswer',
    'Nullable(Bool)',
    '',
    `Whether the website that its document names answers, as the newest of websites_observed that tells it says; false of a document that names none. Null before either is known. ${IF_LOOKED_AT}`,
    [],
    4,
  ),
  of(
    'volumePlace',
    'Nullable(UInt32)',
    'place',
    `Place by volume_usd_1h among live tokens, 1 the first, by the newest of volume_places_observed; null where that is older than 15 minutes. ${IF_LOOKED_AT}`,
    [],
    5,
  ),
  ...listingOn(6)('whitepaperSocial'),
  of(
    'highestListingMarketCapUsd',
    'Nullable(Float64)',
    'USD',
    `The highest market cap at a first listing before this measurement, of the lists ${HELD_TO_LISTING.map((name) => LISTS[name].label).join(', ')}, in dollars as then observed. Null before one with a known market cap`,
    [],
    6,
  ),
  of(
    'priceOfHighPercent',
    'Nullable(Float64)',
    'percent',
    `Price now, percent of the highest of the last 24 h: of the prices at the start of the day, the hour and the 10 minutes, at the end of each quarter of an hour since (of the 96 that end with the one of time), of each minute of the last hour and of each 10 s of the last 10 minutes, and of the price now. Null where the day was not seen whole. ${IF_LOOKED_AT}`,
    ['priceOfHighPercent'],
    6,
  ),
  of(
    'rugFloor',
    'Nullable(Float64)',
    'points',
    `The rug risk is not under it: the highest floor of docs/scoring.md among what is known of its mint, its pool and its creator. Of a pool: half of it or more was taken out within an hour, until the square root of the product of its real reserves is above half of what it was before. Of its creator: it sold, in the 30 cells of 10 s that end with the one of a measurement, ${FOUND_FROM.creatorDumped.ofHeld}% and more of that and what it held then, which is ${FOUND_FROM.creatorDumped.ofSupply}% and more of the supply, ${DUMP_HOLDS_MS / WINDOW_MS.h1} hour or less after the start of the cell of its newest sale. Null where none applies`,
    ['rugFloor'],
    6,
  ),
  of(
    'riskCoverage',
    'Nullable(Float64)',
    'share',
    `Observed share of the weight of the layers, 0-1: of each layer the points of the findings that apply and whose input is known, over those of all that apply, each at its highest step. ${IF_SCORED}`,
    [],
    6,
  ),
  of(
    'top10OfSoldPercent',
    'Nullable(Float64)',
    'percent',
    'What the ten largest owners counted in holders hold of what is sold: of the supply less what holders leaves out. Null as top1_holder_percent is, and where nothing is sold',
    ['top10OfSoldPercent'],
    6,
  ),
  of(
    'whaleBuyersHolding',
    'Nullable(UInt32)',
    'wallets',
    'Those of whale_buyers_seen that hold the token; null as top1_holder_percent is',
    ['whaleBuyersHolding'],
    6,
  ),
  of(
    'postGrowth',
    'Nullable(Float64)',
    'x',
    `posts_1h over the posts of an average hour: posts_24h over the hours of its life, ${WINDOW_MS.h24 / WINDOW_MS.h1} at most. In its first hour posts by time since the newest count up to the middle of its life, over those by time before it. Null where its launch was not seen, without posts, and where no such count is known. ${IF_LOOKED_AT}`,
    [],
    6,
  ),
] as const;
