import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../random.js';
import { contentId, readContentId } from './content-id.js';
import { copyIdentity, drawSocials, type Identity, inventIdentity } from './identity.js';
import { isOffensive, nameCoin } from './name-coin.js';
import * as words from './words.js';

const COUNT = 100_000;

describe('100,000 launches', () => {
  const names: string[] = [];
  const symbols: string[] = [];
  beforeAll(() => {
    for (let key = 0; key < COUNT; key++) {
      const { name, symbol } = nameCoin(key);
      names.push(name);
      symbols.push(symbol);
    }
  }, 120_000);
  const share = (texts: readonly string[], test: (text: string) => boolean) =>
    texts.filter(test).length / texts.length;
  const quantile = (texts: readonly string[], at: number) =>
    texts.map(({ length }) => length).sort((a, b) => a - b)[Math.floor(at * texts.length)]!;

  it('have no name or symbol that the list of offensive words finds', () => {
    for (let at = 0; at < COUNT; at += 100) {
      const texts = names.slice(at, at + 100).map((name, next) => `${name} ${symbols[at + next]}`);
      if (isOffensive(...texts)) expect(texts.filter((text) => isOffensive(text))).toEqual([]);
    }
  });

  it('are as long, as many words and written as those of 2024', () => {
    // Measured: quantiles of 10, 50, 90 and 99% are 4, 11, 21 and 30 characters, of symbols 3, 5, 8 and 10.
    expect(Math.abs(quantile(names, 0.1) - 4)).toBeLessThanOrEqual(1);
    expect(Math.abs(quantile(names, 0.5) - 11)).toBeLessThanOrEqual(2);
    expect(Math.abs(quantile(names, 0.9) - 21)).toBeLessThanOrEqual(3);
    expect(Math.abs(quantile(symbols, 0.5) - 5)).toBeLessThanOrEqual(1);
    expect(Math.abs(quantile(symbols, 0.9) - 8)).toBeLessThanOrEqual(1);
    expect(Math.abs(share(names, (name) => !name.includes(' ')) - 0.38)).toBeLessThan(0.06);
    expect(Math.abs(share(symbols, (symbol) => /^[A-Z0-9]+$/.test(symbol)) - 0.55)).toBeLessThan(0.1);
  });

  it('are of great variety, and a few are hostile', () => {
    expect(new Set(names).size / COUNT).toBeGreaterThan(0.6);
    const hostile = share(names, (name) => /[\u200B\u202E<;]|Very Very|Р/u.test(name));
    expect(hostile).toBeGreaterThan(0.003);
    expect(hostile).toBeLessThan(0.008);
  });
});

it('the list finds what it is there to find', () => {
  // Base64, so that nobody need read them here.
  for (const text of ['ZnVjaw==', 'QiBpIHQgYyBo', 'cmV0NHJk'])
    expect(isOffensive(Buffer.from(text, 'base64').toString())).toBe(true);
  for (const list of Object.values(words)) expect(list.filter((word) => isOffensive(word))).toEqual([]);
});

describe('identities', () => {
  it('say in their address what they are made from', () => {
    const random = new Random('identities');
    let odd = 0;
    for (let count = 0; count < 1_000; count++) {
      const { uri, keys } = inventIdentity(random);
      const cid = contentId({ kind: 'document', keys });
      expect(cid).toMatch(/^bafkrei[a-z2-7]{52}$/);
      expect(readContentId(cid)).toEqual({ kind: 'document', keys });
      if (uri !== `https://ipfs.io/ipfs/${cid}`) odd++;
    }
    expect(odd / 1_000).toBeCloseTo(0.03, 1);
  });

  it.each(['', 'bafkrei', `bafkrei${'a'.repeat(52)}`, 'Qm'.padEnd(46, 'x'), `b${'1'.repeat(58)}`])(
    'the address %j stands for nothing',
    (cid) => expect(readContentId(cid)).toBeNull(),
  );

  it('that are copied keep the name, and often the picture or the whole document', () => {
    const random = new Random('copies');
    const original = inventIdentity(random);
    const copies = Array.from({ length: 1_000 }, () => copyIdentity(original, random));
    const share = (test: (copy: Identity) => boolean) => copies.filter(test).length / copies.length;
    expect(share(({ name, symbol }) => name === original.name && symbol === original.symbol)).toBe(1);
    expect(share(({ uri }) => uri === original.uri)).toBeCloseTo(0.25, 1);
    expect(share(({ keys }) => keys.picture === original.keys.picture)).toBeCloseTo(0.7, 1);
  });

  it('give links as often as launches of 2024 did: two thirds any, 61% X', () => {
    const random = new Random('socials');
    const drawn = Array.from({ length: 20_000 }, () => drawSocials(random));
    expect(drawn.filter(({ twitter }) => twitter).length / drawn.length).toBeCloseTo(0.611, 1);
    const none = drawn.filter(({ twitter, telegram, website }) => !twitter && !telegram && !website);
    expect(none.length / drawn.length).toBeCloseTo(0.323, 1);
  });
});
