import { describe, expect, it } from 'vitest';
import { askLikeness, MINT, START } from '../testing.js';
import { Day, type DayToken, type Naming } from './day.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OTHER = 'Other';
const LAUNCHED = START - 60_000;
const PICTURE = 'a'.repeat(64);

type Became = DayToken['became'][number];
const became = (what: Became['became'], at: number, signature: string | null = null): Became => ({
  became: what,
  at,
  signature,
});
const token = (change: Partial<DayToken> = {}): DayToken => ({
  mint: OTHER,
  name: 'Sealy',
  symbol: 'SEAL',
  pictureSha256: null,
  createdAt: LAUNCHED - HOUR,
  became: [became('graduated', LAUNCHED - 1_000, 'sig')],
  ...change,
});
const dayOf = (tokens: readonly DayToken[], namings: readonly Naming[] = []) =>
  new Day({ sinceAt: START - 2 * DAY, untilAt: START, tokens, namings });

describe('a copy', () => {
  const copied = (change: Partial<DayToken>, ask = askLikeness()) =>
    dayOf([token(change)]).likenessesOf(ask).sameName;

  it('has the name and symbol of a token that graduated, which it names with its transaction', () => {
    expect(copied({})).toEqual({
      mint: OTHER,
      became: 'graduated',
      at: LAUNCHED - 1_000,
      signature: 'sig',
    });
  });

  it.each([
    ['another symbol', { symbol: 'SEALY' }],
    ['itself', { mint: MINT }],
    ['one that launched with it', { createdAt: LAUNCHED }],
    ['one that launched after it', { createdAt: LAUNCHED + 1 }],
    ['one that was boosted alone', { became: [became('boosted', START)] }],
  ])('is none of %s', (_, change) => {
    expect(copied(change)).toBeNull();
  });

  it.each([
    ['Cyrillic', { name: 'Ѕеаӏу', symbol: 'ЅЕАL' }],
    ['small capitals', { name: 'ꜱᴇᴀʟʏ', symbol: 'ꜱᴇᴀʟ' }],
    ['mathematical letters', { name: '𝕊𝕖𝕒𝕝𝕪', symbol: '𝐒𝐄𝐀𝐋' }],
  ])('may be written in %s, and so may what it copies', (_, change) => {
    expect(copied({}, askLikeness(change))).toMatchObject({ mint: OTHER });
    expect(copied(change)).toMatchObject({ mint: OTHER });
  });

  it('may be of a token whose launch was not seen, and of one that became something after it launched', () => {
    expect(copied({ createdAt: null })).not.toBeNull();
    expect(copied({ createdAt: LAUNCHED - 1, became: [became('listed', START)] })).toMatchObject({
      became: 'listed',
      at: START,
    });
  });

  it.each([
    [START - DAY, false],
    [START - DAY + 1, true],
    [START, true],
    // It launched before it all the same; of lists the newest change is told.
    [START + 1, true],
  ])('is of the day before the ask: %d is %s', (at, is) => {
    expect(copied({ became: [became('graduated', at)], createdAt: null }) !== null).toBe(is);
  });

  it('has the same picture, whatever its name', () => {
    const day = dayOf([token({ name: 'Whale', symbol: 'WHL', pictureSha256: PICTURE })]);
    expect(day.likenessesOf(askLikeness({ pictureSha256: PICTURE }))).toMatchObject({
      sameName: null,
      samePicture: { mint: OTHER },
    });
    expect(day.likenessesOf(askLikeness({ pictureSha256: 'b'.repeat(64) })).samePicture).toBeNull();
    expect(day.likenessesOf(askLikeness()).samePicture).toBeNull();
  });

  it('is of the newest of several, and of equals of the same one however they stand', () => {
    const [a, b] = [token({ mint: 'A' }), token({ mint: 'B' })];
    const newer = token({ mint: 'C', became: [became('listed', LAUNCHED), ...token().became] });
    for (const tokens of [
      [a, b],
      [b, a],
    ]) {
      expect(dayOf(tokens).likenessesOf(askLikeness()).sameName?.mint).toBe('A');
      expect(dayOf([...tokens, newer]).likenessesOf(askLikeness()).sameName?.mint).toBe('C');
    }
  });
});

describe('a theme', () => {
  const ask = askLikeness({ name: 'Sealy in Rome', symbol: 'ROME' });
  const themed = (change: Partial<DayToken>) => dayOf([token(change)]).likenessesOf(ask).theme;

  it('is a word of a token that graduated or was boosted before the launch', () => {
    expect(themed({})).toMatchObject({ word: 'sealy', mint: OTHER, signature: 'sig' });
    expect(themed({ became: [became('boosted', LAUNCHED)] })).toMatchObject({ became: 'boosted' });
    expect(themed({ became: [became('listed', LAUNCHED)] })).toBeNull();
    expect(themed({ name: 'Whale', symbol: 'WHL' })).toBeNull();
    expect(themed({ mint: MINT })).toBeNull();
  });

  it.each([
    [LAUNCHED - DAY, false],
    [LAUNCHED - DAY + 1, true],
    [LAUNCHED, true],
    [LAUNCHED + 1, false],
  ])('is of the day before the launch: %d is %s', (at, is) => {
    expect(themed({ became: [became('graduated', at)] }) !== null).toBe(is);
  });

  it('is not shared by a copy', () => {
    expect(dayOf([token()]).likenessesOf(askLikeness())).toMatchObject({
      sameName: { mint: OTHER },
      theme: null,
    });
  });
});

describe('an account', () => {
  const naming = (mint: string, createdAt = LAUNCHED - HOUR, handle = 'Sealy_X'): Naming => ({
    mint,
    handle,
    createdAt,
  });
  const named = (...namings: Naming[]) =>
    dayOf([], namings).likenessesOf(askLikeness({ twitterHandle: 'sealy_x' }));

  it('counts each launch that names it in any case, and the token itself once', () => {
    expect(named()).toMatchObject({ launchesNamingAccount: 1, mintsNamingAccount: [MINT] });
    expect(
      named(naming(MINT), naming('A'), naming('B', LAUNCHED + 1), naming('C', LAUNCHED, 'other')),
    ).toMatchObject({
      launchesNamingAccount: 3,
      mintsNamingAccount: ['B', MINT, 'A'],
    });
  });

  it.each([
    [START - DAY, 1],
    [START - DAY + 1, 2],
    [START, 2],
    [START + 1, 1],
  ])('counts launches of the day before the ask: %d makes %d', (createdAt, launches) => {
    expect(named(naming('A', createdAt)).launchesNamingAccount).toBe(launches);
  });

  it('names ten of them', () => {
    const many = Array.from({ length: 30 }, (_, place) => naming(`M${place}`, LAUNCHED - place));
    const { launchesNamingAccount, mintsNamingAccount } = named(...many);
    expect([launchesNamingAccount, mintsNamingAccount.length]).toEqual([31, 10]);
  });

  it('that its document does not name is none', () => {
    expect(dayOf([], [naming('A')]).likenessesOf(askLikeness())).toMatchObject({
      launchesNamingAccount: null,
      mintsNamingAccount: [],
    });
  });
});
