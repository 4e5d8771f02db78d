/** The gates of Ultimate and of the other lists over recomputed columns: docs/scoring.md, written a second time. */

type AnyRow = Record<string, unknown>;
type Op = '>=' | '<=' | '<' | '>';
type Condition = [value: number | null, op: Op, limit: number];
type Gate = { name: string; label: string; unit?: string; lacks?: string; any: Condition[] };

const HOLDS: Record<Op, (value: number, limit: number) => boolean> = {
  '>=': (value, limit) => value >= limit,
  '<=': (value, limit) => value <= limit,
  '<': (value, limit) => value < limit,
  '>': (value, limit) => value > limit,
};
const RELATIONS: Record<Op, string> = { '>=': 'below', '<=': 'above', '<': 'not under', '>': 'not above' };

const num = (row: AnyRow, column: string): number | null => {
  const value = row[column];
  return value === null || value === undefined ? null : Number(value);
};
const gate = (name: string, label: string, unit: string, ...any: Condition[]): Gate => ({
  name,
  label,
  unit,
  any,
});

/** 0 unknown, 1 pass, 2 fail. */
function codeOf({ any }: Gate): number {
  if (any.some(([value, op, limit]) => value !== null && HOLDS[op](value, limit))) return 1;
  return any.some(([value]) => value === null) ? 0 : 2;
}

const codesOf = (gates: readonly Gate[]): number =>
  gates.reduce((codes, each, place) => codes | (codeOf(each) << (2 * place)), 0);
const missesOf = (gates: readonly Gate[]): number => gates.filter((each) => codeOf(each) !== 1).length;

/** `ageMs` null where the launch was not seen. */
function ultimateGates(profile: 'live' | 'whitepaper', row: AnyRow, ageMs: number | null): Gate[] {
  // Nothing was traded before the day: it grew without bound.
  const growth = row.is_growth_of_life === true ? Infinity : num(row, 'volume_growth_24h_percent');
  const of = (column: string) => num(row, column);
  const [cap, liquidity, holders] = [of('market_cap_usd'), of('liquidity_usd'), of('holders')];
  const ratio = liquidity === null || cap === null || cap === 0 ? null : (liquidity / cap) * 100;
  const perHolder = liquidity === null || holders === null || holders === 0 ? null : liquidity / holders;
  const risk = (of('rug_coverage') ?? 0) >= 0.6 ? of('rug_risk') : null;
  const trades = row.is_whole_5m === true ? of('trades_5m') : null;
  if (profile === 'live')
    return [
      gate('age', 'Age', ' min', [ageMs === null ? null : ageMs / 60_000, '>=', 20]),
      gate('volumeGrowth', '', '%', [growth, '>=', 120]),
      gate('trades', '', '', [trades, '>=', 1]),
      gate('marketCap', '', '$', [cap, '>=', 5_000]),
      gate('liquidity', '', '$', [liquidity, '>=', 2_000], [ratio, '>=', 20]),
      gate('volume', '', '$', [of('volume_usd_1h'), '>=', 2_000]),
      gate('price', '', '%', [of('price_change_1h_percent'), '>=', 2]),
      gate('rugRisk', '', '', [risk, '<', 40]),
      gate('top10', '', '%', [of('top10_holder_percent'), '<=', 60]),
      gate('buySellRatio', '', 'x', [of('buy_sell_ratio_1h'), '>=', 1]),
      gate('socialProof', '', '', [null, '>=', 5], [null, '>=', 1]),
      gate('score', '', '', [of('ultimate_score'), '>=', 40]),
    ];
  return [
    gate('marketCap', 'Market cap', '$', [cap, '>=', 30_000]),
    gate('marketCapMost', 'Market cap', '$', [cap, '<=', 1_000_000]),
    gate('holders', 'Holders', '', [holders, '>=', 150]),
    gate('top1', 'Share of the largest', '%', [of('top1_holder_percent'), '<=', 25]),
    gate('top10', 'Share of the top 10', '%', [of('top10_holder_percent'), '<=', 65]),
    gate('age', 'Age', ' days', [ageMs === null ? null : ageMs / 86_400_000, '<', 100]),
    gate('liquidityPerHolder', 'Liquidity per holder', '$', [perHolder, '>=', 100]),
    gate('score', 'Score of Ultimate', '', [of('ultimate_score'), '>=', 40]),
  ];
}

/** Whether it may be on Ultimate, or near it, before its scores are known. */
export const isCandidate = (row: AnyRow, ageMs: number | null): boolean =>
  (['live', 'whitepaper'] as const).some(
    (profile) =>
      missesOf(
        ultimateGates(profile, row, ageMs).filter(({ name }) => name !== 'rugRisk' && name !== 'score'),
      ) <= 1,
  );

export const gateColumns = (row: AnyRow, ageMs: number | null) => ({
  live_gates: codesOf(ultimateGates('live', row, ageMs)),
  whitepaper_gates: codesOf(ultimateGates('whitepaper', row, ageMs)),
});

const LISTED = {
  liveUltimate: 5,
  whitepaperUltimate: 6,
  liveDaily: 7,
  whitepaperDaily: 8,
  social: 9,
  shilled: 10,
  liveHighHype: 11,
  whitepaperHighHype: 12,
  bondedAnalyzed: 13,
  microcaps: 14,
  newLaunches: 15,
  whitepaperSocial: 18,
} as const;
type Listed = keyof typeof LISTED;
const LISTED_NAMES = Object.keys(LISTED) as Listed[];
/** All but these are held to a first listing, and ask that a token still stands. */
const HELD = LISTED_NAMES.filter((list) => !['shilled', 'microcaps', 'newLaunches'].includes(list));

/** Nobody posts, boosts or pays: what asks for it is on no list, so its table is not written again. */
const NEVER: Gate[] = [gate('never', '', '', [null, '>=', 1])];

const hype = (row: AnyRow, limit: number): Gate =>
  gate('hype', 'Hype score', '', [num(row, 'score'), '>=', limit]);

/** `highest` is the highest market cap at a first listing; before one a token stands at its own. */
function standingGates(row: AnyRow, highest: number | null): Gate[] {
  const cap = num(row, 'market_cap_usd');
  const ofListing = highest === null ? 100 : cap === null || highest === 0 ? null : (cap / highest) * 100;
  return [
    {
      ...gate('standing', 'Whether it has faded', '', [fadedOf(row), '<', 1]),
      lacks: 'Faded: under 30% of its completion market cap, under 10 traders in 1 h',
    },
    {
      ...gate('listing', 'Market cap against its listing', '%', [ofListing, '>=', 50]),
      lacks: 'Below half of its listing',
    },
  ];
}

function fadedOf(row: AnyRow): number | null {
  if (row.lifecycle !== 'graduated' || Number(row.traders_1h) >= 10) return 0;
  const [cap, atCompletion] = [num(row, 'market_cap_quote'), num(row, 'completion_market_cap_quote')];
  if (cap === null || atCompletion === null) return null;
  if ((cap / atCompletion) * 100 >= 30) return 0;
  return row.is_whole_1h === true ? 1 : null;
}

/** What a price change is called that may be one since launch. */
const changeOver = (hours: number, ageMs: number | null): string =>
  ageMs !== null && ageMs < hours * 3_600_000 ? 'Price change since launch' : `Price change over ${hours} h`;

function gatesOf(
  row: AnyRow,
  ageMs: number | null,
  now: number,
  isBonded: boolean | null,
): Record<Listed, Gate[]> {
  const qualified = (profile: string): Gate => ({
    ...gate('qualified', '', '', [Number(row[`${profile}_verdict`] === 'qualified'), '>=', 1]),
    lacks: 'It is not qualified in Pre-Migration',
  });
  const lastTradeAt = row.last_trade_ms as number | null;
  return {
    liveUltimate: ultimateGates('live', row, ageMs),
    whitepaperUltimate: ultimateGates('whitepaper', row, ageMs),
    liveDaily: NEVER,
    whitepaperDaily: NEVER,
    social: NEVER,
    whitepaperSocial: NEVER,
    shilled: NEVER,
    liveHighHype: [qualified('live'), hype(row, 50)],
    whitepaperHighHype: [qualified('whitepaper'), hype(row, 50)],
    bondedAnalyzed: [
      {
        ...gate('bonded', 'Migrating, or graduated within 24 h', '', [
          isBonded === null ? null : Number(isBonded),
          '>=',
          1,
        ]),
        lacks: 'It is neither migrating nor graduated within 24 h',
      },
      hype(row, 50),
    ],
    microcaps: [
      hype(row, 30),
      gate('marketCap', 'Market cap', '$', [num(row, 'market_cap_usd'), '<', 80_000]),
      gate('price1h', changeOver(1, ageMs), '%', [num(row, 'price_change_1h_percent'), '>', 0]),
      gate('price24h', changeOver(24, ageMs), '%', [num(row, 'price_change_24h_percent'), '>', 0]),
    ],
    newLaunches: [
      {
        ...gate('bonding', '', '', [Number(row.lifecycle === 'bonding'), '>=', 1]),
        lacks: 'Its curve is not selling any more',
      },
      gate('progress', 'Bonding progress', '%', [num(row, 'bonding_progress_percent'), '<', 30]),
      gate('traded', 'Time since its last trade', ' min', [
        lastTradeAt === null ? null : Math.max(0, now - lastTradeAt) / 60_000,
        '<=',
        5,
      ]),
    ],
  };
}

function textOf(value: number, limit: number, unit: string): string {
  if (unit === '$' && (value === limit || Math.round(value) !== limit))
    return `$${Math.round(value).toLocaleString('en-US')}`;
  let text = String(value);
  if (unit !== '' || !Number.isInteger(value))
    for (let decimals = 1; decimals < 6; decimals += 1) {
      text = value.toFixed(decimals);
      if (value === limit || Number(text) !== limit) break;
      text = String(value);
    }
  text = text.replace('-', Number(text) === 0 ? '' : '−');
  return unit === '$' ? `$${text}` : `${text}${unit}`;
}

function whyLeft(gates: readonly Gate[], row: AnyRow): string {
  const risk = num(row, 'rug_risk');
  if (risk !== null && risk > 80) return `Rug risk ${textOf(risk, 80, '')} is above 80`;
  const missed = gates.find((each) => codeOf(each) !== 1)!;
  const { label, lacks, unit = '', any } = missed;
  const [value, op, limit] = any.find(([known]) => known !== null) ?? any[0]!;
  const isPlural = /^(Holders|Trades)/.test(label);
  if (value === null || codeOf(missed) === 0) return `${label} ${isPlural ? 'are' : 'is'} unknown`;
  const limitText = unit === '$' ? `$${limit.toLocaleString('en-US')}` : `${limit}${unit}`;
  return lacks ?? `${label} ${textOf(value, limit, unit)} is ${RELATIONS[op]} ${limitText}`;
}

const VERDICTS = ['unknown', 'pass', 'fail'];
const columnOf = (list: Listed): string => list.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export type Placed = {
  /** Keys of its row, and what a change says of its source and rules. */
  base: AnyRow;
  /** Its columns. */
  row: AnyRow;
  now: number;
  ageMs: number | null;
  isBonded: boolean | null;
  hasLeft: boolean;
};

/** Since when a token stands on each list, and the changes of that, measurement by measurement. */
export class GatedLists {
  readonly #first = new Map<Listed, { listed_at: unknown; market_cap_usd: unknown }>();
  readonly changes: AnyRow[] = [];
  #before = 0;

  columnsOf({ base, row, now, ageMs, isBonded, hasLeft }: Placed): { bits: number; columns: AnyRow } {
    const listed = HELD.flatMap((list) => this.#first.get(list)?.market_cap_usd ?? []).map(Number);
    const highest = listed.length === 0 ? null : Math.max(...listed);
    const gates = gatesOf(row, ageMs, now, isBonded);
    const standing = standingGates(row, highest);
    const stands = missesOf(standing) === 0;
    for (const list of HELD) gates[list] = [...gates[list], ...standing];
    const isHidden = (num(row, 'rug_risk') ?? 0) > 80;
    const isNone = hasLeft || isHidden;
    let bits = 0;
    const columns: AnyRow = { highest_listing_market_cap_usd: highest };
    for (const list of LISTED_NAMES) {
      const bit = 1 << LISTED[list];
      const is = !isNone && missesOf(gates[list]) === 0;
      const was = (this.#before & bit) !== 0;
      if (is) bits |= bit;
      const isFirst = is && !this.#first.has(list);
      if (isFirst) this.#first.set(list, { listed_at: base.time, market_cap_usd: row.market_cap_usd });
      const first = is ? this.#first.get(list) : undefined;
      columns[`${columnOf(list)}_listed_at`] = first?.listed_at ?? null;
      columns[`${columnOf(list)}_initial_market_cap_usd`] = first?.market_cap_usd ?? null;
      if (is === was) continue;
      const values = gates[list].map(({ any }) => {
        const passed = any.find(([value, op, limit]) => value !== null && HOLDS[op](value, limit));
        return passed ?? any.find(([value]) => value !== null) ?? any[0]!;
      });
      this.changes.push({
        ...base,
        list,
        change: is ? 'entered' : 'left',
        listed_at: first?.listed_at ?? null,
        is_first: is ? isFirst : null,
        market_cap_usd: is ? row.market_cap_usd : null,
        reason: is ? null : hasLeft ? 'Nothing was heard of it for 24 h' : whyLeft(gates[list], row),
        gates: gates[list].map(({ name }) => name),
        verdicts: gates[list].map((each) => VERDICTS[codeOf(each)]),
        values: values.map(([value]) => (value === Infinity ? null : value)),
        limits: values.map(([, , limit]) => limit),
        id: `${base.mint}:${list}:${now}:${base.position}:${is ? 'ListEntered' : 'ListLeft'}`,
      });
    }
    for (const [profile, bit] of [
      ['live', 16],
      ['whitepaper', 17],
    ] as const)
      if (!isNone && stands && missesOf(gates[`${profile}Ultimate`]) === 1) bits |= 1 << bit;
    this.#before = bits;
    return { bits, columns };
  }
}
