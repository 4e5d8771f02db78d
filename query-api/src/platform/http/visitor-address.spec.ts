import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { addressOf, findVisitors, isForwarded, networksOf } from './visitor-address.js';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('a visitor', () => {
  const find = findVisitors(['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48']);
  const visitorOf = (peer: string, forwarded?: string) => {
    const request = from(peer, forwarded);
    find(request);
    return addressOf(request);
  };

  it.each([
    ['127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['10.1.2.3', '203.0.113.7, 10.9.9.9', '203.0.113.7'],
    ['2001:db8:1::5', '203.0.113.7:50123', '203.0.113.7'],
    ['10.1.2.3', '[2001:db8:2::9]:443', '2001:db8:2:0'],
    ['10.1.2.3', '::ffff:203.0.113.7', '203.0.113.7'],
  ])('is who a trusted proxy at %s says: %s', (peer, forwarded, visitor) => {
    expect(visitorOf(peer, forwarded)).toBe(visitor);
  });

  it('is whom the last trusted proxy was asked by, whatever the visitor said before', () => {
    expect(visitorOf('127.0.0.1', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
    expect(visitorOf('127.0.0.1', '10.0.0.1, 203.0.113.7, 10.0.0.2')).toBe('203.0.113.7');
  });

  it('is who asks where that is no trusted proxy', () => {
    expect(visitorOf('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
    const nobody = from('127.0.0.1', '198.51.100.1');
    findVisitors([])(nobody);
    expect([addressOf(nobody), isForwarded(nobody)]).toEqual(['127.0.0.1', false]);
  });

  it.each([
    undefined,
    '',
    'unknown',
    'x'.repeat(16_000),
    ','.repeat(16_000),
    'fe80::1%eth0',
    `fe80::1%${'a'.repeat(9_000)}`,
    '203.0.113.7:',
    '[203.0.113.7',
    '203.0.113.7 198.51.100.1',
    '999.1.1.1',
  ])('is the proxy where it says no address: %.40s', (forwarded) => {
    expect(visitorOf('127.0.0.1', forwarded)).toBe('127.0.0.1');
  });

  it('is told by a bounded number of proxies', () => {
    expect(visitorOf('127.0.0.1', `203.0.113.7${', 10.0.0.1'.repeat(1_000)}`)).toBe('10.0.0.1');
  });
});

it.each([
  ['2001:db8::1', '2001:db8::2'],
  ['2001:db8::1', '2001:DB8:0000:0:ffff::'],
  ['2001:db8::1', '2001:db8::a:b:c:d'],
  ['::2', '::3:4'],
  ['64:ff9b::203.0.113.7', '64:ff9b::1'],
])('of an IPv6 network %s and %s are one visitor', (one, other) => {
  expect(addressOf(from(one))).toBe(addressOf(from(other)));
});

it('networks of IPv6 are many visitors', () => {
  const networks = ['2001:db8::1', '2001:db8:0:1::1', '2001:db8:1::1', '::1', '::2'];
  expect(new Set(networks.map((address) => addressOf(from(address)))).size).toBe(5);
});

it('counts in the networks that it may have been given', () => {
  const named = (address: string) => networksOf(from(address)).map(({ name }) => name);
  expect(named('2001:db8:7:12ab::1')).toEqual(['2001:db8:7:12ab', '2001:db8:7:1200/56', '2001:db8:7/48']);
  expect(named('2001:db8:7:12ff::1').slice(1)).toEqual(named('2001:db8:7:12ab::1').slice(1));
  expect(named('203.0.113.7')).toEqual(['203.0.113.7']);
});

it.each(['127.0.0.1', '127.9.8.7', '::ffff:127.0.0.2', '::1'])(
  'of this machine is one visitor at %s',
  (own) => {
    expect(addressOf(from(own))).toBe('127.0.0.1');
  },
);
