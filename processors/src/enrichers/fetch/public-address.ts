import ipaddr from 'ipaddr.js';

/** All that is given out as global unicast (RFC 4291, 2.4). Outside it stand, among others, `::7f00:1` and NAT64. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** `::8.8.8.8`, which the library takes for `::ffff:8.8.8.8`. */
const COMPATIBLE = /^::\d+\./;

/**
 * Whether an address is one host's on the public internet. IANA's special-purpose addresses are not: loopback, private,
 * link-local, unique local, carrier-grade NAT, multicast, broadcast, benchmarking, documentation, reserved, and the ways
 * from v6 to v4 (6to4, Teredo, NAT64). A v4 address that is mapped into v6 counts as itself.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address) || COMPATIBLE.test(address)) return false;
  const read = ipaddr.process(address);
  if (read.range() !== 'unicast') return false;
  return read instanceof ipaddr.IPv4 || read.match(GLOBAL_V6);
}
