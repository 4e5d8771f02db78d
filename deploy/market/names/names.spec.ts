import { Random } from '@cryptonite/provider/random.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { ARCHETYPES } from '../agents/archetypes.js';
import { contentId, readContentId } from './content-id.js';
import { copyIdentity, drawSocials, type Identity, inventIdentity } from './identity.js';
import { isOffensive, nameCoin } from './name-coin.js';
import * as words from './words.js';

const COUNT = 100_000;

/**
 * What cuts and made-up syllables could come to: patterns of our own, since the generator draws again until its lists
 * find nothing. Base64, so that nobody need read them here.
 */
const OFFENCES = [
  'ZnVja3xmdWt8ZmNrfHBodWs=',
  'c2hpdHxzaHl0',
  'Y3VudHxrdW50',
  'Y29ja3xrb2NrfGRpY2soPyFlbik=',
  'Yml0Y2h8YnRjaA==',
  'c2x1dHx3aG9y',
  'cmFwZXxyYXBpc3Q=',
  'cGVuaXN8dmFnaW4=',
  'dGl0cz9cYnx0aXR0fGJvb2I=',
  'cG9ybnxtaWxm',
  'd2Fua3xqaXp6',
  'cmV0YXJk',
  'cGVkbw==',
  'bmF6aXxoaXRsZXJ8XGJoZWlsfGtra3wxNDg4',
  'bmlnKD8haHQpKGd8bnxsfHJ8XGIp',
  'bmVncm8=',
  'KD88IXJhYyljb29ufGtvb24=',
  'c3BpYyg/IXkpfHNwaWtcYnxzcGljaw==',
  'Z29vaw==',
  'Y2hpbmt8Y2hpbmM=',
  'a2lrZXxreWtl',
  'amV3',
  'eWlkXGJ8aGVlYnxoZWJlXGI=',
  'cGFraSg/IXQp',
  'amFwcz9cYg==',
  'd29nKHN8XGIpfHdvcChzfFxiKQ==',
  'ZGFnbw==',
  'Z3lwKD8hcz95P3Ap',
  'ZmFn',
  'ZHlrZXx0cmFubnl8aG9tb1xi',
  'd2V0YnxiZWFuZXJ8cmFnaGVhZA==',
  'YWJvXGJ8Ym9vbmc=',
  'anVuZ2xlID9idW5ueXxwb3JjaCA/bW9ua2V5',
];

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

  it('say nothing that a reader would take offence at', () => {
    const offences = new RegExp(
      OFFENCES.map((word) => Buffer.from(word, 'base64').toString()).join('|'),
      'i',
    );
    expect([...names, ...symbols].filter((text) => offences.test(text))).toEqual([]);
  });

  it('are as long, as many words and written as those of 2024', () => {
    // Measured: quantiles of 10, 50, 90 and 99% are 4, 11, 21 and 30 characters, of symbols 3, 5, 8 and 10.
    expect(Math.abs(quantile(names, 0.1) - 4)).toBeLessThanOrEqual(1);
    expect(Math.abs(quantile(names, 0.5) - 11)).toBeLessThanOrEqual(2);
    expect(Math.abs(quantile(names, 0.9) - 21)).toBeLessThanOrEqual(3);
    expect(Math.abs(quantile(names, 0.99) - 30)).toBeLessThanOrEqual(3);
    expect(Math.abs(quantile(symbols, 0.1) - 3)).toBeLessThanOrEqual(1);
    expect(Math.abs(quantile(symbols, 0.5) - 5)).toBeLessThanOrEqual(1);
    expect(Math.abs(quantile(symbols, 0.9) - 8)).toBeLessThanOrEqual(1);
    expect(Math.abs(quantile(symbols, 0.99) - 10)).toBeLessThanOrEqual(1);
    expect(Math.abs(share(names, (name) => !name.includes(' ')) - 0.38)).toBeLessThan(0.06);
    expect(Math.abs(share(symbols, (symbol) => /^[A-Z0-9]+$/.test(symbol)) - 0.55)).toBeLessThan(0.1);
  });

  it('are of great variety, and a few are hostile', () => {
    // Those that agree by chance must stay few beside copycats, who agree on purpose.
    expect(new Set(names).size / COUNT).toBeGreaterThan(0.88);
    const both = new Set(names.slice(0, 50_000).map((name, key) => `${name}\n${symbols[key]}`));
    expect(both.size / 50_000).toBeGreaterThan(0.97);
    const hostile = share(names, (name) => /[\u200B\u202E<;]|Very Very|Р/u.test(name));
    expect(hostile).toBeGreaterThan(0.003);
    expect(hostile).toBeLessThan(0.008);
  });
});

describe('the filter', () => {
  it.each([
    ['spelled', 'ZnVjaw==', 'QiBpIHQgYyBo', 'cmV0NHJk'],
    ['cut from a harmless word', 'U1BJQw==', 'JEphcHM=', 'ZXNwcmNvb24='],
    ['within a made-up word', 'QnVmZmdvb2s=', 'THlueHNoaXRyaWZmbGU=', 'Y29pbmlnbGV0'],
    ['in two words', 'anVuZ2xlIGJ1bm55'],
  ])('finds what is %s', (_, ...texts) => {
    const read = texts.map((text) => Buffer.from(text, 'base64').toString());
    expect(read.filter((text) => !isOffensive(text))).toEqual([]);
  });

  it('lets our own words pass, alone and in one with another', () => {
    expect(
      Object.values(words)
        .flat(3)
        .filter((word) => isOffensive(word)),
    ).toEqual([]);
    for (const name of ['Spicy Raccoon', 'RaccoonVerse', 'marmotcoin', 'Jerry'])
      expect(isOffensive(name), name).toBe(false);
  });
});

describe('identities', () => {
  it('say in their address what they are made from', () => {
    const random = new Random('identities');
    let odd = 0;
    for (let count = 0; count < 1_000; count++) {
      const { uri, keys } = inventIdentity(random, drawSocials(random, ARCHETYPES.dead.socials));
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
    const original = inventIdentity(random, drawSocials(random, ARCHETYPES.dead.socials));
    const socials = { twitter: true, telegram: false, website: true };
    const copies = Array.from({ length: 1_000 }, () => copyIdentity(original, random, socials));
    const share = (test: (copy: Identity) => boolean) => copies.filter(test).length / copies.length;
    expect(share(({ name, symbol }) => name === original.name && symbol === original.symbol)).toBe(1);
    expect(share(({ uri }) => uri === original.uri)).toBeCloseTo(0.25, 1);
    expect(share((copy) => copy.uri === original.uri || copy.keys.socials === socials)).toBe(1);
    expect(share(({ keys }) => keys.picture === original.keys.picture)).toBeCloseTo(0.7, 1);
  });

  it('give links as often as launches of 2024 did: two thirds any, 61% X', () => {
    const random = new Random('socials');
    const drawn = Array.from({ length: 20_000 }, () => drawSocials(random, ARCHETYPES.dead.socials));
    expect(drawn.filter(({ twitter }) => twitter).length / drawn.length).toBeCloseTo(0.611, 1);
    const none = drawn.filter(({ twitter, telegram, website }) => !twitter && !telegram && !website);
    expect(none.length / drawn.length).toBeCloseTo(0.323, 1);
  });
});
