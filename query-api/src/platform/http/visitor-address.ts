import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';

/** Proxies before this one that a chain of them may have. */
const HOPS_MAX = 8;

/** Every address of this machine reaches it as this one. */
export const LOOPBACK = '127.0.0.1';

const visitors = new WeakMap<IncomingMessage, string>();

const familyOf = (address: string): 'ipv4' | 'ipv6' | null =>
  (({ 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address)] ?? null;

/** As a socket that takes both families tells an IPv4 address. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** With the port that some proxies write behind it; null for what is no address. A zone could be any text. */
function readAddress(text: string): string | null {
  const [, address = ''] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ??
    /^([\d.]+):\d{1,5}$/.exec(text) ?? [text, text];
  return address.includes('%') || isIP(address) === 0 ? null : address.replace(MAPPED, '');
}

/** @param networks addresses, and networks as `10.0.0.0/8` */
function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address) ?? 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** @param proxies addresses and networks of those that are trusted */
export function trustedIn(proxies: readonly string[]): (address: string) => boolean {
  const trusted = listOf(proxies);
  return (address) => {
    const family = familyOf(address);
    return family !== null && trusted.check(address, family);
  };
}

/**
 * Whom a proxy asks for. Each proxy adds to X-Forwarded-For whom it was asked by, so from its right end on it is true as far as
 * the addresses are those of proxies that are trusted: the first other one is the visitor, and what stands left of it is what
 * the visitor said. From anybody else the header counts nothing.
 *
 * @param proxies addresses and networks of those that are trusted
 */
export function findVisitors(proxies: readonly string[]): (request: IncomingMessage) => void {
  if (proxies.length === 0) return () => {};
  const isTrusted = trustedIn(proxies);
  return (request) => {
    const peer = peerOf(request);
    if (!isTrusted(peer)) return;
    let visitor = peer;
    const told = String(request.headers['x-forwarded-for'] ?? '').split(',');
    for (const text of told.reverse().slice(0, HOPS_MAX)) {
      const address = readAddress(text.trim());
      if (address === null) break;
      visitor = address;
      if (!isTrusted(address)) break;
    }
    if (visitor !== peer) visitors.set(request, visitor);
  };
}

/** Who opened a connection: a visitor, or a proxy. */
export const peerOf = ({ socket }: { socket: Pick<Socket, 'remoteAddress'> }): string =>
  (socket.remoteAddress ?? 'unknown').replace(MAPPED, '');

/** Whether a trusted proxy says so: then its connection is many visitors'. */
export const isForwarded = (request: IncomingMessage): boolean => visitors.has(request);

/**
 * Whom a limit counts, and how many times what one visitor may have. Networks of IPv6 are handed out by /64, to customers by /56 and
 * to companies by /48, each of which could ask as many visitors.
 */
export type Counted = { name: string; times: number };

/** `groups` of sixteen bits, and `bits` of the last of them. */
const NETWORKS = [
  { groups: 4, bits: 16, suffix: '', times: 1 },
  { groups: 4, bits: 8, suffix: '/56', times: 2 },
  { groups: 3, bits: 16, suffix: '/48', times: 4 },
] as const;

/** The visitor, and the networks that it is in, the narrowest first. */
export const networksOf = (request: IncomingMessage): Counted[] =>
  networksAround(visitors.get(request) ?? peerOf(request));

/** An address, of which that of this machine counts for all of its addresses, and the networks that it is in. */
export function networksAround(given: string): Counted[] {
  const address = given === '::1' || given.startsWith('127.') ? LOOPBACK : given;
  if (!address.includes(':')) return [{ name: address, times: 1 }];
  const all = groupsOf(address);
  return NETWORKS.map(({ groups, bits, suffix, times }) => {
    const last = (all[groups - 1] ?? 0) & (0xffff << (16 - bits));
    const name = [...all.slice(0, groups - 1), last].map((group) => group.toString(16)).join(':');
    return { name: `${name}${suffix}`, times };
  });
}

/** Of the visitor: an IPv6 network of /64 counts as one, and so do all addresses of this machine. */
export const addressOf = (request: IncomingMessage): string => networksOf(request)[0]!.name;

/** The first four groups, however the address is written. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const behind =
    tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind);
  return [...groups, ...Array<string>(zeros).fill('0'), ...(tail === undefined ? [] : tail.split(':'))]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16));
}
