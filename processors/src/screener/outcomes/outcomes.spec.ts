import type { OutcomeObserved } from '@cryptonite/contracts/events';
import {
  CURVE,
  HORIZON_NAMES,
  HORIZONS,
  isOn,
  OUTCOME_STARTS,
  type OutcomeStart,
  RULES_VERSION,
  WINDOW_MS,
} from '@cryptonite/contracts/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Chain, COIN, MINT } from '../../testing/facts.js';
import { restart } from '../../testing/fold.js';
import { textOf } from '../../testing/journal.js';
import { life } from '../../testing/random-chain.js';

fc.configureGlobal({ seed: 18 });

const { m5: FIVE_MINUTES, h1: HOUR, h24: DAY } = WINDOW_MS;
const POOL = textOf('Poo', 1);

const launched = () => new Chain().slot().pass(1_000).launch();
const told = (chain: Chain, since?: OutcomeStart): OutcomeObserved[] =>
  (chain.said() as unknown as OutcomeObserved[]).filter(
    (event) => event.kind === 'OutcomeObserved' && (since === undefined || event.since === since),
  );
/** Lets time pass in steps in which a slot is confirmed. */
const passIn = (chain: Chain, ms: number, stepMs = 60_000): Chain => {
  for (let left = ms; left > 0; left -= stepMs) chain.pass(Math.min(left, stepMs)).slot();
  return chain;
};

/** Of a curve of which so many percent are sold. */
const priceAt = (progress: number): number => {
  const sold = BigInt(Math.round(Number(CURVE.initialRealTokenReserves) * (progress / 100)));
  const token = CURVE.initialVirtualTokenReserves - sold;
  const invariant = CURVE.initialVirtualTokenReserves * CURVE.initialVirtualSolLamports;
  return Number((invariant + token - 1n) / token) / Number(token);
};
const multiple = (progress: number, start: number) => expect.closeTo(priceAt(progress) / priceAt(start), 9);

describe('what became of a launch', () => {
  it('is told as each horizon ends, against the price after its first trade', () => {
    const chain = launched().trade(2).slot().pass(60_000).trade(10).slot().pass(60_000).trade(5).slot();
    const launchedAt = chain.now - 120_000;
    expect(told(passIn(chain, FIVE_MINUTES - 120_000), 'launch')).toEqual([]);
    const [atFive, ...others] = told(chain.pass(1_000).slot(), 'launch');
    expect(others).toEqual([]);
    expect(atFive).toMatchObject({
      id: `${MINT}:OutcomeObserved:launch:${launchedAt}:5m`,
      time: launchedAt + FIVE_MINUTES,
      startedAt: launchedAt,
      horizon: '5m',
      peakMultiple: multiple(10, 2),
      lastMultiple: multiple(5, 2),
      ...{ hasGraduated: false, hasDumped: null, isDead: null, pattern: null },
    });
    const later = told(passIn(chain, DAY), 'launch');
    expect(later.map(({ horizon, hasDumped, isDead }) => ({ horizon, hasDumped, isDead }))).toEqual([
      { horizon: '1h', hasDumped: false, isDead: null },
      { horizon: '24h', hasDumped: null, isDead: true },
    ]);
  });

  it.each([
    [0, 40],
    [1_000, 5],
  ])('holds a trade %i ms behind the end only where it is of it', (behindMs, peak) => {
    const chain = launched().trade(5).slot();
    passIn(chain, FIVE_MINUTES - 1_000).pass(1_000 + behindMs);
    const [outcome] = told(chain.trade(40).pass(2_000).slot(), 'launch');
    expect(outcome).toMatchObject({ peakMultiple: multiple(peak, 5), lastMultiple: multiple(peak, 5) });
  });

  it('is told before a trade that comes as its slot is not confirmed yet', () => {
    const chain = launched().trade(5).slot();
    const { position } = chain.folded.partition.tokens.get(MINT)!.state;
    const [outcome] = told(chain.pass(FIVE_MINUTES + 1_000).trade(40), 'launch');
    expect(outcome).toMatchObject({ horizon: '5m', position, lastMultiple: 1 });
  });

  it('of one that nobody traded has no price', () => {
    const chain = passIn(launched().slot(), 2 * HOUR)
      .pass(DAY)
      .slot();
    expect(told(chain)).toMatchObject([
      { horizon: '5m', peakMultiple: null, lastMultiple: null, hasGraduated: false },
      { horizon: '1h', peakMultiple: null, hasDumped: false },
      { horizon: '24h', peakMultiple: null, hasGraduated: false, isDead: true },
    ]);
  });

  it('that was not seen is not told', () => {
    const chain = passIn(new Chain().slot().trade(10).slot(), 2 * HOUR);
    expect(told(chain)).toEqual([]);
  });
});

describe('dumped', () => {
  /** The price falls from that at `from` percent to 40% of it, and so much more or less. */
  const after = (times: number, inMs: number) => {
    const chain = launched().trade(2).trade(60).slot();
    passIn(chain, inMs);
    const price = priceAt(60) * times;
    const quote = CURVE.initialVirtualSolLamports;
    chain.trade(2, {
      priceTokenReserves: BigInt(Math.round(Number(quote) / price)),
      priceQuoteReserves: quote,
    });
    return told(passIn(chain, 2 * HOUR), 'launch').find(({ horizon }) => horizon === '1h');
  };

  it.each([
    [0.401, false],
    [0.399, true],
    [0.1, true],
  ])('is a price of %f of the highest since the start: %s', (times, hasDumped) => {
    expect(after(times, 60_000)).toMatchObject({ hasDumped });
  });

  it('is so within the hour alone', () => {
    expect(after(0.1, HOUR)).toMatchObject({ hasDumped: true });
    expect(after(0.1, HOUR + 1_000)).toMatchObject({ hasDumped: false });
  });
});

describe('dead', () => {
  it.each([
    [DAY - HOUR - 1_000, true],
    [DAY - HOUR, false],
  ])('is what was not traded in the last hour of its day: traded after %i ms, %s', (tradedMs, isDead) => {
    const chain = passIn(launched().trade(2).slot(), tradedMs, 600_000).trade(3).slot();
    expect(told(passIn(chain, 2 * HOUR, 600_000), 'launch').at(-1)).toMatchObject({ horizon: '24h', isDead });
  });
});

it('graduated is what had by then', () => {
  const chain = passIn(launched().trade(2).slot(), FIVE_MINUTES);
  chain.trade(100).completed().migrated(POOL).slot();
  expect(told(passIn(chain, 2 * HOUR), 'launch').map(({ hasGraduated }) => hasGraduated)).toEqual([
    true,
    true,
  ]);
  const later = passIn(launched().trade(2).slot(), FIVE_MINUTES + 1_000);
  later.trade(100).completed().migrated(POOL).slot();
  expect(told(passIn(later, 2 * HOUR), 'launch').map(({ hasGraduated }) => hasGraduated)).toEqual([
    false,
    true,
  ]);
});

describe('unknown', () => {
  it('is what a gap may hold, but not what was seen', () => {
    const chain = launched().trade(2).trade(60).trade(2).slot().pass(60_000).gap().slot();
    const outcomes = told(passIn(chain, 2 * DAY, 600_000), 'launch');
    expect(outcomes).toMatchObject([
      { peakMultiple: null, lastMultiple: null, hasGraduated: null },
      { hasDumped: true, hasGraduated: null },
      { isDead: null },
    ]);
  });

  it('is nothing that ended before the gap', () => {
    const chain = passIn(launched().trade(2).slot(), FIVE_MINUTES + 1_000)
      .gap()
      .slot();
    expect(told(passIn(chain, HOUR), 'launch')).toMatchObject([
      { horizon: '5m', peakMultiple: 1 },
      { horizon: '1h', peakMultiple: null, hasDumped: null },
    ]);
  });

  it('is a multiple in another quote, and one that a trade did not tell', () => {
    const inCoin = launched().trade(2).trade(3, { quoteMint: COIN, quoteDecimals: 6 }).slot();
    const untold = launched().trade(2).trade(3, { priceTokenReserves: 0n }).trade(4).slot();
    for (const chain of [inCoin, untold])
      expect(told(passIn(chain, HOUR + 1_000), 'launch')).toMatchObject([
        { peakMultiple: null, lastMultiple: null, hasGraduated: false },
        { peakMultiple: null, hasDumped: null },
      ]);
  });
});

describe('what became of a listed token', () => {
  it('counts from its first listing, and never again', () => {
    const chain = passIn(launched().trade(10).slot(), FIVE_MINUTES);
    const listedAt = chain.now;
    chain.trade(45).slot().pass(60_000).trade(60).slot().pass(60_000);
    // It leaves the list, and comes back.
    chain.trade(20).slot().pass(60_000).trade(46).slot();
    const outcomes = told(passIn(chain, 2 * HOUR), 'liveRejected');
    expect(outcomes).toMatchObject([
      { startedAt: listedAt, horizon: '5m', peakMultiple: multiple(60, 45), lastMultiple: multiple(46, 45) },
      { startedAt: listedAt, horizon: '1h', hasDumped: false },
    ]);
  });

  it('is told of tokens whose launch was not seen', () => {
    const chain = passIn(new Chain().slot().trade(45).slot(), HOUR + 1_000);
    expect(told(chain, 'liveRejected')).toMatchObject([
      { horizon: '5m', lastMultiple: 1 },
      { horizon: '1h' },
    ]);
  });

  it('is not told where nobody kept on which lists it was', () => {
    const chain = launched();
    delete chain.folded.partition.tokens.get(MINT)!.state.outcomes;
    chain.trade(45).slot();
    expect(told(passIn(chain, 2 * HOUR))).toEqual([]);
  });
});

it('a token that leaves for a day of quiet is told up to then, and no more when it comes back', () => {
  // Listed by time alone, so that its day ends after that of its newest fact.
  const chain = launched().trade(45).slot();
  const { outcomes: followed } = chain.folded.partition.tokens.get(MINT)!.state;
  Object.assign(followed!, { lists: 0, spans: followed!.spans.filter(({ since }) => since === 'launch') });
  passIn(chain, HOUR);
  const all = [...chain.said()];
  chain.pass(DAY - HOUR + 1_000).slot();
  expect(chain.folded.partition.tokens.size).toBe(0);
  all.push(...chain.said());
  // Its day on the list ends within the hour.
  passIn(chain.trade(60).slot(), HOUR);
  all.push(...chain.said());
  const outcomes = (all as unknown as OutcomeObserved[]).filter(({ kind }) => kind === 'OutcomeObserved');
  const horizonsOf = (since: OutcomeStart) =>
    outcomes.filter((outcome) => outcome.since === since).map(({ horizon }) => horizon);
  expect(horizonsOf('launch')).toEqual(['5m', '1h', '24h']);
  expect(horizonsOf('earlyStage')).toEqual(['5m', '1h']);
});

it('the launch has the pattern of its first hour once its day is over', () => {
  const chain = launched().trade(10).slot();
  const outcomes = told(passIn(chain, DAY + 1_000, 30_000), 'launch');
  expect(outcomes.map(({ pattern }) => pattern !== null)).toEqual([false, false, true]);
  const { firstHour } = chain.folded.partition.evicted.get(MINT)?.state ?? {};
  const { pattern, patternScore, patternCoverage } = outcomes.at(-1)!;
  expect(firstHour).toMatchObject({ pattern, score: patternScore, coverage: patternCoverage });
});

it.each([undefined, RULES_VERSION - 1])(
  'a pattern that was matched by rules %s is none of these',
  (rulesVersion) => {
    const chain = passIn(launched().trade(10).slot(), HOUR + 60_000, 30_000);
    const key = `token/${MINT}`;
    const state = JSON.parse(String(chain.folded.states.get(key)));
    const firstHour = { ...state.firstHour, rulesVersion };
    expect(firstHour.coverage).toBeGreaterThan(0);
    chain.folded.states.set(key, JSON.stringify({ ...state, firstHour }));
    restart(chain.folded);
    expect(told(passIn(chain, DAY, 600_000), 'launch').at(-1)).toMatchObject({
      horizon: '24h',
      pattern: null,
    });
  },
);

it('costs a token that no list shows three measurements at most', () => {
  const scanned = (chain: Chain) =>
    chain.said().reduce((sum, event) => (event.kind === 'ScanAdvanced' ? sum + event.scanned : sum), 0);
  const lived = (isFollowed: boolean) => {
    const chain = launched();
    if (!isFollowed) delete chain.folded.partition.tokens.get(MINT)!.state.outcomes;
    return scanned(passIn(chain.trade(3).slot(), DAY + HOUR, 5_000));
  };
  const [followed, not] = [lived(true), lived(false)];
  expect(followed - not).toBeLessThanOrEqual(3);
  expect(not).toBeGreaterThan(100);
}, 60_000);

it('whatever happens, each horizon is told once, in order and after it ended, with peaks that only grow', () => {
  fc.assert(
    fc.property(life, (acts) => {
      const chain = new Chain();
      for (const act of acts) act(chain);
      const outcomes = told(passIn(chain, DAY + HOUR, HOUR / 2).slot());
      const leavesAt = (chain.folded.partition.evicted.get(MINT)?.state.touchedAt ?? 0) + DAY;
      for (const start of OUTCOME_STARTS) {
        const span = outcomes.filter(({ since }) => since === start);
        if (span.length === 0) continue;
        expect(new Set(span.map(({ startedAt }) => startedAt)).size).toBe(1);
        const horizons = span.map(({ horizon }) => horizon);
        expect(horizons).toEqual(HORIZON_NAMES.slice(0, span.length));
        for (const name of HORIZON_NAMES)
          if (span[0]!.startedAt + HORIZONS[name] <= leavesAt) expect(horizons).toContain(name);
        const peaks = span.flatMap(({ peakMultiple }) => peakMultiple ?? []);
        expect([...peaks].sort((a, b) => a - b)).toEqual(peaks);
        for (const { peakMultiple, lastMultiple, time, startedAt, horizon } of span) {
          expect(time).toBe(startedAt + HORIZONS[horizon]);
          expect(time).toBeLessThan(chain.now);
          expect((peakMultiple === null) === (lastMultiple === null)).toBe(true);
          if (peakMultiple !== null) expect(peakMultiple).toBeGreaterThanOrEqual(Math.max(1, lastMultiple!));
        }
      }
      const shown = new Set(
        chain.folded.emitted.flatMap((said) => (said.kind === 'Measured' ? [said.lists] : [])),
      );
      for (const { since } of outcomes)
        if (since !== 'launch') expect([...shown].some((lists) => isOn(lists, since))).toBe(true);
    }),
    { numRuns: 150 },
  );
}, 60_000);

it('nothing is kept of a token once all is told', () => {
  const chain = passIn(launched().trade(45).slot(), DAY, 600_000).balance(1, 'a', 1n);
  const { outcomes } = chain.pass(2_000).slot().folded.partition.tokens.get(MINT)!.state;
  expect(outcomes?.spans).toEqual([]);
});
