import { decodeJournalRecord, encodeJournalRecord, type FetchFailure } from '@cryptonite/contracts/events';
import { expect, it } from 'vitest';
import { answerRecord } from '../answer-record.js';
import { FetchFailed, NotAsked, OwnNetworkFailed } from '../fetch/guard.js';
import { GatewaysAway } from '../metadata/content.js';
import { askWebsite } from '../testing.js';
import { Websites } from './websites.js';

const failing = (error: Error) => new Websites({ get: () => Promise.reject(error) });

it('one with an answer of success answers, as of whoever said so after redirects', async () => {
  const asked: (string | null)[] = [];
  const websites = new Websites({
    get: async (address) => {
      asked.push(address);
      return { status: 200, bytes: Buffer.from('hello'), contentType: null, host: 'www.sealy.example' };
    },
  });
  expect(await websites.answer(askWebsite({ website: ' sealy.example/a ' }))).toEqual({
    kind: 'WebsiteObserved',
    website: ' sealy.example/a ',
    from: 'www.sealy.example',
    doesAnswer: true,
    failure: null,
    failureDetail: null,
  });
  for (const website of ['http://sealy.example', 'sealy.example:8080/x'])
    await websites.answer(askWebsite({ website }));
  expect(asked).toEqual(['https://sealy.example/a', 'http://sealy.example', 'https://sealy.example:8080/x']);
});

it.each<[FetchFailure, number | null, boolean | null]>([
  ['unresolved', null, false],
  ['unreachable', null, false],
  ['private-address', null, false],
  ['too-slow', null, false],
  ['cut', null, false],
  ['not-found', 404, false],
  ['refused', 500, false],
  ['refused', 503, false],
  // By rules that are ours alone.
  ['no-address', null, null],
  ['too-many-redirects', null, null],
  ['refused', null, null],
  // Somebody is there, and what others see there is not known.
  ['refused', 401, null],
  ['refused', 403, null],
  ['rate-limited', 429, null],
  // It answered, at length.
  ['too-large', null, true],
  ['wrong-type', null, true],
])('one that fails (%s, %s) says whether it answers: %s', async (failure, status, doesAnswer) => {
  const said = await failing(new FetchFailed(failure, 'why', null, status)).answer(askWebsite());
  const reason =
    doesAnswer === true ? { failure: null, failureDetail: null } : { failure, failureDetail: 'why' };
  expect(said).toEqual({
    kind: 'WebsiteObserved',
    website: 'https://sealy.example',
    from: 'sealy.example',
    doesAnswer,
    ...reason,
  });
});

it('nothing is said of one that nobody was asked for', async () => {
  await expect(failing(new NotAsked('it is left alone')).answer(askWebsite())).rejects.toThrow(NotAsked);
  const away = new GatewaysAway('unreachable', 'no gateway can be asked');
  await expect(failing(away).answer(askWebsite())).rejects.toThrow(GatewaysAway);
  const own = new OwnNetworkFailed('unresolved', 'no resolver answers');
  await expect(failing(own).answer(askWebsite())).rejects.toThrow(OwnNetworkFailed);
  await expect(failing(new TypeError('a fault')).answer(askWebsite())).rejects.toThrow(TypeError);
});

it('what an author wrote is an answer that the journal can hold, whatever it is', async () => {
  for (const website of ['x', 'javascript:alert(1)', `https://${'a'.repeat(1_900)}.example`, '\u202e']) {
    const ask = askWebsite({ website });
    const said = await failing(new FetchFailed('no-address', 'none')).answer(ask);
    const record = answerRecord(ask, said!, ask);
    expect(decodeJournalRecord(encodeJournalRecord(record))).toEqual(record);
  }
});
