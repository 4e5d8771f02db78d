import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { FetchFailed } from './fetch-failed.js';
import { isPublic } from './public-address.js';
import type { Resolve } from './resolve-strangers.js';

/** Ms until a connection stands, its look-up and TLS included. */
export const CONNECT_MS = 10_000;

export const refusal = (what: string): FetchFailed =>
  new FetchFailed('private-address', `${what} is no public address`);

/** Of an address, which the system does not look up; of a name its addresses say. */
export function isInside(hostname: string): boolean {
  // Of IPv6 as an address has it.
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 && !isPublic(address);
}

/**
 * Connects to public addresses alone. A name is looked up once per connection: what was checked is what is connected to, so
 * that a name which resolves to something else a moment later changes nothing. One address of several that is not public
 * refuses the name.
 */
export function connectOutside(resolve: Resolve): buildConnector.connector {
  const lookup: LookupFunction = (host, { all }, done) => {
    resolvePublic(resolve, host).then(
      ([first, ...others]) =>
        all ? done(null, [first, ...others]) : done(null, first.address, first.family),
      (error) => done(error, []),
    );
  };
  const connect = buildConnector({ lookup, autoSelectFamily: true, timeout: CONNECT_MS });
  return (options, callback) => {
    if (isInside(options.hostname)) callback(refusal(options.hostname), null);
    else connect(options, callback);
  };
}

/** Connects to nobody and looks up no name: of a made-up launch real hosts know nothing, whatever it names. */
export const connectNowhere: buildConnector.connector = ({ hostname }, callback) => {
  callback(
    isInside(hostname)
      ? refusal(hostname)
      : new FetchFailed('unresolved', `${hostname} is not asked: it is not configured`),
    null,
  );
};

async function resolvePublic(resolve: Resolve, host: string): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await resolve(host);
  if (first === undefined) throw new FetchFailed('unresolved', `${host} has no address`);
  for (const { address } of [first, ...others])
    if (!isPublic(address)) throw refusal(`${address} of ${host}`);
  return [first, ...others];
}
