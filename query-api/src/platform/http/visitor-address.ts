import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Proxies before this one that a chain of them may have. */
const HOPS_MAX = 8;

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

/**
 * Whom a proxy asks for. Each proxy adds to X-Forwarded-For whom it was asked by, so from its right end on it is true as far as
 * the addresses are those of proxies that are trusted: the first other one is the visitor, and what stands left of it is what
 * the visitor said. From anybody else the header counts nothing.
 *
 * @param proxies addresses and networks of those that are trusted
 */
export function findVisitors(proxies: readonly string[]): (request: IncomingMessage) => void {
  if (proxies.length === 0) return () => {};
  const trusted = listOf(proxies);
  const isTrusted = (address: string) => {
    const family = familyOf(address);
    return family !== null && trusted.check(address, family);
  };
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

const peerOf = ({ socket }: IncomingMessage): string =>
  (socket.remoteAddress ?? 'unknown').replace(MAPPED, '');

/** Whether a trusted proxy says so: then its connection is many visitors'. */
export const isForwarded = (request: IncomingMessage): boolean => visitors.has(request);

/** Of the visitor. IPv6 networks are handed out by /64, so one of them counts as one visitor. */
export function addressOf(request: IncomingMessage): string {
  const address = visitors.get(request) ?? peerOf(request);
  return address.includes(':') && address !== '::1' ? networkOf(address) : address;
}

/** The first four groups, however the address is written. */
function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const behind =
    tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind);
  return [...groups, ...Array<string>(zeros).fill('0'), ...(tail === undefined ? [] : tail.split(':'))]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
