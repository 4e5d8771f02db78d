import { BlockList } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPublic } from './public-address.js';

/**
 * IANA's registries of special-purpose addresses and of v6 space that is not given out, written down apart from the library's.
 * https://www.iana.org/assignments/iana-ipv4-special-registry, …/iana-ipv6-special-registry, …/ipv6-address-space
 */
const REFUSED: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
];
/** Whose v4 addresses count as themselves. */
const MAPPED = '::ffff:0:0';

/** Two, for a list of v6 holds v4 addresses by what they are mapped to. */
const refused = { ipv4: new BlockList(), ipv6: new BlockList() };
const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');
for (const [net, prefix] of REFUSED) refused[familyOf(net)].addSubnet(net, prefix, familyOf(net));
const mapped = new BlockList();
mapped.addSubnet(MAPPED, 96, 'ipv6');

const v4Of = (bytes: Uint8Array): string => bytes.slice(0, 4).join('.');
const v6Of = (bytes: Uint8Array): string =>
  Array.from({ length: 8 }, (_, i) => ((bytes[2 * i]! << 8) | bytes[2 * i + 1]!).toString(16)).join(':');

/** Bytes of an address: the first `prefix` bits of `net`, then `rest`. */
function within(net: readonly number[], prefix: number, rest: Uint8Array): Uint8Array {
  return rest.map((byte, i) => {
    const kept = Math.min(Math.max(prefix - 8 * i, 0), 8);
    const mask = (0xff00 >> kept) & 0xff;
    return ((net[i] ?? 0) & mask) | (byte & ~mask & 0xff);
  });
}

function bytesOf(net: string): number[] {
  if (!net.includes(':')) return net.split('.').map(Number);
  const [head = '', tail = ''] = net.split('::');
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [groups(head), groups(tail)];
  const all = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
  return all.flatMap((group) => [group >> 8, group & 0xff]);
}

const anyBytes = fc.uint8Array({ minLength: 16, maxLength: 16 });

it('refuses every address of every range that is not public', () => {
  fc.assert(
    fc.property(fc.constantFrom(...REFUSED), anyBytes, ([net, prefix], rest) => {
      const bytes = within(bytesOf(net), prefix, rest);
      const address = net.includes(':') ? v6Of(bytes) : v4Of(bytes);
      // `::/3` holds what is mapped.
      fc.pre(familyOf(net) === 'ipv4' || !mapped.check(address, 'ipv6'));
      expect(isPublic(address), address).toBe(false);
      if (!net.includes(':')) expect(isPublic(`::ffff:${address}`), `::ffff:${address}`).toBe(false);
    }),
    { seed: 17, numRuns: 20_000 },
  );
});

it('lets all others through', () => {
  fc.assert(
    fc.property(anyBytes, fc.boolean(), (bytes, isV6) => {
      const address = isV6 ? v6Of(within([0x20], 3, bytes)) : v4Of(bytes);
      expect(isPublic(address), address).toBe(!refused[familyOf(address)].check(address, familyOf(address)));
    }),
    { seed: 17, numRuns: 20_000 },
  );
});

it.each([
  '8.8.8.8',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '::ffff:8.8.8.8',
])('%s is public', (address) => expect(isPublic(address)).toBe(true));

it.each([
  '127.0.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '169.254.169.254',
  '100.100.100.200',
  '::',
  '::1',
  '::127.0.0.1',
  '::7f00:1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:0:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'fd00:ec2::254',
  'ff02::1',
  '100::1',
  '5f00::1',
  'localhost',
  '',
])('%s is not', (address) => expect(isPublic(address)).toBe(false));
