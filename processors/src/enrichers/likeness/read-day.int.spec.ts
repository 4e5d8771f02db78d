/** The day's rows out of a real ClickHouse, with the tables as the migrations make them and a user who only reads. */
import { MetadataResolved, metadataResolvedSamples } from '@cryptonite/contracts/events';
import { dateTimeOf } from '@cryptonite/contracts/rows';
import { LISTS } from '@cryptonite/contracts/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../../testing/stack.js';
import { connectStored, type StoredRows } from '../stored-rows.js';
import { askLikeness, START } from '../testing.js';
import type { DayRows } from './day.js';
import { Likeness } from './likeness.js';
import { readDayOf } from './read-day.js';

const HOUR = 3_600_000;
const position = '000446023420-000001-000-0001';
const told = (mint: string, at: number) => ({
  mint,
  position,
  time: dateTimeOf(at),
  source_kind: 'market',
  source_name: 'test market',
});
const fact = (mint: string, at: number, kind: string) => ({
  ...told(mint, at),
  id: `sig${mint}:0:0:${kind}`,
});
const described = (
  mint: string,
  at: number,
  name: string,
  symbol: string,
  picture: string | null = null,
) => ({
  ...told(mint, at),
  rules_version: 3,
  name,
  symbol,
  picture_sha256: picture,
  created_at: dateTimeOf(at),
  seen_since_creation: true,
});
const launch = (mint: string, at: number) => ({
  ...fact(mint, at, 'LaunchCreated'),
  ...{ name: '', symbol: '', uri: '', bonding_curve: '', user: '', quote_mint: '' },
});
const [read] = metadataResolvedSamples;
const document = (mint: string, at: number, twitter: string | null) => ({
  ...fact(mint, at, 'MetadataResolved'),
  answered_by: 'test',
  uri: '',
  document_sha256: MetadataResolved.parse(read).documentSha256,
  twitter,
});
const PICTURE = 'c'.repeat(64);
const judged = (mint: string, at: number, verdict: string) => ({
  ...told(mint, at),
  rules_version: 3,
  profile: 'live',
  list_source: 'pumpfun',
  verdict,
});
const measured = (mint: string, at: number, ...on: (keyof typeof LISTS)[]) => ({
  ...told(mint, at),
  lists: on.reduce((bits, list) => bits | (1 << LISTS[list].bit), 0),
});
const at = (time: number, became: string, signature: string | null = null) => ({
  became,
  at: time,
  signature,
});
const becameIn = (rows: DayRows | null) =>
  Object.fromEntries(rows?.tokens.map((token) => [token.mint, token.became]) ?? []);

let stack: Stack;
let stored: StoredRows;
const insert = (table: string, values: readonly object[]) =>
  stack.clickHouse.insert({ table, values, format: 'JSONEachRow' });

beforeAll(async () => {
  stack = await startStack(1);
  stored = connectStored(stack.clickHouseEnvironment);
});
afterAll(async () => {
  await stored?.close();
  await stack?.stop();
});

it('is nothing before anything is stored', async () => {
  expect(await readDayOf(stored.ask)('market', START)).toBeNull();
});

it('tells who became what, what was seen, and who names an account', async () => {
  const before = START - 2 * HOUR;
  await insert('scans', [
    { partition: 0, time: dateTimeOf(START - 3 * HOUR), position, slot: 1 },
    { partition: 0, time: dateTimeOf(START), position, slot: 2 },
  ]);
  await insert('scans_latest_unmerged', [{ partition: 0, time: dateTimeOf(START), position, slot: 2 }]);
  await insert('launches_created', [
    launch('Old', START - 3 * HOUR),
    launch('Graduated', before),
    launch('Listed', before),
    launch('New', before),
    launch('Silent', before),
  ]);
  await insert('tokens_described_latest_unmerged', [
    described('Graduated', before, 'Sealy', 'SEAL'),
    described('Listed', before, 'Whale', 'WHL', PICTURE),
    described('New', before, 'Crab', 'CRB'),
    described('Boosted', before, 'Rome', 'ROME'),
    described('Verdict', before, 'Lizard', 'LIZ'),
  ]);
  await insert('tokens_migrated', [
    { ...fact('Graduated', START - HOUR, 'Migrated'), venue: 'pump-curve', user: '', quote_mint: '' },
  ]);
  const change = { rules_version: 3, change: 'entered', id: '' };
  await insert('list_changes', [
    { ...told('Listed', START - HOUR), ...change, list: 'daily' },
    { ...told('Listed', START - 1_000), ...change, change: 'left', list: 'daily' },
    { ...told('New', START - HOUR), ...change, list: 'newLaunches' },
  ]);
  await insert('verdicts', [
    judged('Verdict', START - HOUR, 'qualified'),
    judged('New', START - HOUR, 'rejected'),
  ]);
  const boost = { ...fact('Boosted', START - 2 * HOUR, 'TokenBoosted'), answered_by: 'test' };
  await insert('tokens_boosted', [
    { ...boost, boosts: 10, has_paid_profile: null },
    { ...boost, mint: 'New', boosts: 0, has_paid_profile: false },
  ]);
  await insert('metadata_resolved', [
    document('Graduated', before, 'https://x.com/sealy'),
    document('Listed', before, '@SEALY'),
    // It names another by now.
    document('New', before, 'https://x.com/sealy'),
    document('New', before + 1_000, 'https://x.com/crab'),
    // And it none.
    document('Silent', before, 'https://x.com/sealy'),
    document('Silent', before + 1_000, null),
  ]);

  const rows = await readDayOf(stored.ask)('market', START);
  expect(becameIn(rows)).toEqual({
    Graduated: [at(START - HOUR, 'graduated', 'sigGraduated')],
    Listed: [at(START - 1_000, 'listed')],
    Boosted: [at(START - 2 * HOUR, 'boosted')],
    Verdict: [at(START - HOUR, 'listed')],
  });
  // Lists changed and documents were read since.
  expect(rows).toMatchObject({ sinceAt: START - HOUR, untilAt: START });

  const likeness = new Likeness(readDayOf(stored.ask));
  const copy = askLikeness({ pictureSha256: PICTURE, twitterHandle: 'Sealy' });
  expect(await likeness.answer(copy)).toMatchObject({
    sameName: { mint: 'Graduated', became: 'graduated' },
    samePicture: { mint: 'Listed' },
    launchesNamingAccount: 3,
    theme: null,
  });
  expect(await likeness.answer(askLikeness({ name: 'Emperor of Rome', symbol: 'EMP' }))).toMatchObject({
    theme: { word: 'rome', mint: 'Boosted', became: 'boosted' },
  });
});

it('knows who stood on a list all day, and who left one on which it had stood since before', async () => {
  const DAY = 24 * HOUR;
  const mints = ['Stands', 'Passes', 'Left', 'Newcomer', 'Refused', 'Away', 'Elsewhere'];
  await insert(
    'tokens_described_latest_unmerged',
    mints.map((mint) => described(mint, START - 4 * DAY, mint, mint)),
  );
  await insert('token_scores_latest_unmerged', [
    measured('Stands', START - 1_000, 'liveDaily', 'newLaunches'),
    measured('Passes', START - 3 * HOUR, 'whitepaperQualified'),
    measured('Left', START),
    measured('Newcomer', START, 'newLaunches', 'earlyStage', 'liveRejected'),
    // Measured no more.
    measured('Away', START - 2 * DAY, 'liveDaily'),
    { ...measured('Elsewhere', START, 'liveDaily'), source_kind: 'tape' },
  ]);
  // As it stood before.
  await insert('token_scores_latest_unmerged', [measured('Left', START - 2 * DAY, 'liveQualified')]);
  await insert('verdicts', [
    judged('Left', START - 3 * DAY, 'qualified'),
    judged('Left', START - 2 * HOUR, 'rejected'),
    judged('Left', START - HOUR, 'unlisted'),
    judged('Refused', START - 3 * DAY, 'rejected'),
    judged('Refused', START - HOUR, 'unlisted'),
  ]);
  const became = becameIn(await readDayOf(stored.ask)('market', START));
  expect(Object.fromEntries(mints.map((mint) => [mint, became[mint]]))).toEqual({
    Stands: [at(START, 'listed')],
    Passes: [at(START, 'listed')],
    Left: [at(START - 2 * HOUR, 'listed')],
    ...{ Newcomer: undefined, Refused: undefined, Away: undefined, Elsewhere: undefined },
  });
});

it('begins behind the newest hole, and tells nothing of another kind of source', async () => {
  await insert('gaps', [
    {
      position,
      time: dateTimeOf(START - HOUR / 2),
      id: 'gap',
      source_kind: 'market',
      source_name: 'test market',
      after_slot: 1,
      before_slot: 2,
      reason: 'test',
    },
  ]);
  expect(await readDayOf(stored.ask)('market', START)).toMatchObject({ sinceAt: START - HOUR / 2 });
  expect(await readDayOf(stored.ask)('provider', START)).toMatchObject({
    sinceAt: START,
    tokens: [],
    namings: [],
  });
});
