/** Fetches what an author's address names: from gateways in turn where it is content of IPFS, from the address itself where that holds it, else from its own host. */
import type { FetchFailure } from '@cryptonite/contracts/events';
import { type Fetched, FetchFailed, NotAsked, WayIsAway } from '../fetch/guard.js';
import type { Outside, Wanted } from '../outside.js';
import type { Reach } from '../reach.js';
import { bytesOfData, readContentAddress } from './content-address.js';

/** `keep: null` for what is asked because it may have changed. */
type Bounds = Pick<Wanted, 'nearness' | 'turnWithinMs' | 'timeoutMs' | 'maxBytes'> & { keep?: null };

export type Gateway = {
  /** Without a slash at its end. */
  url: string;
  /** Whose limit it is. */
  service: string;
  reach: Reach;
};

/** What every address would meet at a gateway that is away. */
const OF_GATEWAY: ReadonlySet<FetchFailure> = new Set(['unresolved', 'unreachable', 'rate-limited']);
/** What content meets, too, that nobody has or that has no end: of a gateway where others meet it. All else is of the content. */
const OF_EITHER: ReadonlySet<FetchFailure> = new Set(['too-slow', 'cut', 'refused']);

/** No gateway could be asked. */
export class GatewaysAway extends WayIsAway {}

/** Who is named where nobody was asked. */
const ADDRESS_ITSELF = 'the address itself';

/** What an address holds, as if somebody had answered it. Throws {@link FetchFailed} where it is too much. */
export function fetchedOfData(found: Parameters<typeof bytesOfData>[0], maxBytes: number): Fetched {
  const bytes = bytesOfData(found);
  if (bytes.length > maxBytes)
    throw new FetchFailed(
      'too-large',
      `the address holds ${bytes.length} bytes, at most ${maxBytes} are read`,
    );
  return { status: 200, bytes, contentType: null, host: ADDRESS_ITSELF };
}

export class Content {
  #turn = 0;

  constructor(
    private readonly outside: Outside,
    private readonly gateways: readonly Gateway[],
  ) {}

  /** Rejects with {@link FetchFailed}. */
  async get(address: string | null, bounds: Bounds): Promise<Fetched> {
    const found = readContentAddress(address);
    if (found.kind === 'none')
      throw new FetchFailed('no-address', 'there is no address of the web, of IPFS or of Arweave');
    if (found.kind === 'ipfs') return this.#fromGateways(found.path, bounds);
    if (found.kind === 'data') return fetchedOfData(found, bounds.maxBytes);
    return this.outside.get(found.url, { keep: 'changing', ...bounds, service: null });
  }

  async #fromGateways(path: string, bounds: Bounds): Promise<Fetched> {
    let ofContent: FetchFailed | null = null;
    for (const gateway of this.#inTurn()) {
      try {
        return await this.#fromGateway(gateway, path, bounds);
      } catch (error) {
        if (!(error instanceof FetchFailed)) throw error;
        if (!(error instanceof GatewaysAway)) ofContent ??= error;
      }
    }
    throw ofContent ?? new GatewaysAway('unreachable', 'no gateway can be asked');
  }

  /** Each first in its turn; those that are left alone for a while behind the others. */
  #inTurn(): Gateway[] {
    const first = this.#turn++ % this.gateways.length;
    const inTurn = [...this.gateways.slice(first), ...this.gateways.slice(0, first)];
    const pausedMs = new Map(inTurn.map(({ service }) => [service, this.outside.pausedMs(service)]));
    return inTurn.sort((a, b) => pausedMs.get(a.service)! - pausedMs.get(b.service)!);
  }

  async #fromGateway({ url, service, reach }: Gateway, path: string, bounds: Bounds): Promise<Fetched> {
    let isAway = false;
    // What a gateway in trouble says is not kept: it says nothing of the content.
    const heard = (outcome: Fetched | FetchFailed) => {
      isAway = outcome instanceof FetchFailed && isOfGateway(reach, outcome.failure, path);
      if (!(outcome instanceof FetchFailed)) reach.answered();
      return !isAway;
    };
    try {
      return await this.outside.get(`${url}/ipfs/${path}`, { ...bounds, service, keep: 'immutable', heard });
    } catch (error) {
      if (isAway || error instanceof NotAsked)
        throw new GatewaysAway('unreachable', `${service} cannot be asked`);
      throw error;
    }
  }
}

/** Whether a failure is the gateway's, which is told of it. */
function isOfGateway(reach: Reach, failure: FetchFailure, path: string): boolean {
  if (OF_GATEWAY.has(failure)) reach.failed(failure);
  else if (OF_EITHER.has(failure)) reach.failed(failure, path);
  else reach.answered();
  return OF_GATEWAY.has(failure) || (OF_EITHER.has(failure) && !reach.isAtFault(path));
}
