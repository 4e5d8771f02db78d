import { PROFILE_NAMES, profileOf } from '@cryptonite/contracts/rules';
import { expect, it } from 'vitest';
import { checksWords } from './check-words';

it('says the checks of live', () =>
  expect(checksWords('live')).toBe(
    'Bonding progress 40–85%, price momentum of at least 15% in 5 minutes, buy ratio of at least 1.2x in 5 minutes, at least 3 wallets that bought 5 SOL or more within the hour, a score of at least 40. Needs 4 of 5, including progress.',
  ));

it('says those of the whitepaper, and the score that it asks for besides', () =>
  expect(checksWords('whitepaper')).toBe(
    'Bonding progress 40–85%, a wallet that bought 5 SOL or more within the hour, at least 2 such wallets within 10 minutes, price momentum of at least 25% in 5 minutes, at least 60% buys in 5 minutes, volume of the last 5 minutes more than 1.5 times that of the 5 before. Needs 4 of 6, including progress, and a score of at least 60.',
  ));

it.each(PROFILE_NAMES)('names every limit of %s', (profile) => {
  const { checks, separate } = profileOf(profile);
  for (const { name, limit } of [...checks, ...separate]) {
    const said = name === 'buyShare' ? `${limit * 100}%` : name === 'whale' ? 'a wallet' : String(limit);
    expect(checksWords(profile)).toContain(said);
  }
});
