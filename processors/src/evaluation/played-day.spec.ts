import { type Fact, ScreeningEvent, screeningSamples } from '@cryptonite/contracts/events';
import { measurementSample } from '@cryptonite/contracts/frames';
import { LISTS } from '@cryptonite/contracts/rules';
import { expect, it } from 'vitest';
import { Chain, MINT } from '../testing/facts.js';
import { PlayedDay } from './played-day.js';

const dayOf = (chain: Chain) => {
  const day = new PlayedDay();
  for (const { facts } of chain.records) for (const fact of facts) day.fact(fact as Fact);
  return day;
};
const listed = (list: string) =>
  ScreeningEvent.parse({
    ...screeningSamples.find(({ kind }) => kind === 'ListEntered'),
    mint: MINT,
    list,
  });

it('says nothing before anything was played', () => {
  expect(new PlayedDay().rows(0)).toBeNull();
});

it('tells what became of a token, on which lists it was but New, and whom it names', () => {
  const chain = new Chain().slot().pass(1_000).launch({ name: 'Sealy', symbol: 'SEAL' });
  chain.answer({ kind: 'TokenBoosted', boosts: 0, hasPaidProfile: false });
  chain.answer({ kind: 'TokenBoosted', boosts: 10, hasPaidProfile: false });
  chain.answer({
    kind: 'MetadataResolved',
    ...{ uri: '', documentSha256: 'a'.repeat(64), failure: null, failureDetail: null },
    ...{ name: null, symbol: null, description: null, twitter: '@sealy', telegram: null, website: null },
    ...{ imageUri: null, pictureSha256: 'b'.repeat(64), picturePerceptualHash: null },
    ...{ pictureFailure: null, pictureFailureDetail: null },
  });
  const day = dayOf(chain);
  const [first] = chain.records;
  day.said(listed('newLaunches'));
  expect(day.rows(9)?.tokens).toHaveLength(1);
  const daily = listed('liveDaily');
  day.said(daily);
  expect(day.rows(9)).toMatchObject({
    sinceAt: first?.time,
    untilAt: 9,
    tokens: [
      {
        ...{ mint: MINT, name: 'Sealy', symbol: 'SEAL', pictureSha256: 'b'.repeat(64) },
        became: [{ became: 'boosted' }, { became: 'listed', at: daily.time }],
      },
    ],
    namings: [{ mint: MINT, handle: 'sealy' }],
  });
});

it('tells who stands on a list, and who left one of those that passed its checks', () => {
  const day = dayOf(new Chain().slot().pass(1_000).launch({ name: 'Sealy', symbol: 'SEAL' }));
  const stands = (list: keyof typeof LISTS) =>
    day.measured({ ...measurementSample, mint: MINT, lists: 1 << LISTS[list].bit });
  const judged = (kind: string, time: number) =>
    day.said(
      ScreeningEvent.parse({
        ...screeningSamples.findLast((sample) => sample.kind === kind),
        ...{ mint: MINT, time },
      }),
    );
  const became = () => day.rows(9)?.tokens.map((token) => token.became.map(({ at }) => at));
  stands('newLaunches');
  expect(became()).toEqual([]);
  stands('liveDaily');
  expect(became()).toEqual([[9]]);
  stands('newLaunches');
  judged('TokenRejected', 1);
  judged('TokenUnlisted', 2);
  expect(became()).toEqual([]);
  judged('TokenQualified', 3);
  judged('TokenRejected', 4);
  judged('TokenUnlisted', 5);
  expect(became()).toEqual([[3, 4]]);
});
