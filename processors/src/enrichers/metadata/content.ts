/** Fetches what an author's address names: from gateways in turn where it is content of IPFS, else from its own host. */
import type { FetchFailure } from '@cryptonite/contracts/events';
import { type Fetched, FetchFailed } from '../fetch/guard.js';
import type { Outside, Wanted } from '../outside.js';
import type { Reach } from '../reach.js';
import { readContentAddress } from './content-address.js';

type Bounds = Pick<Wanted, 'nearness' | 'timeoutMs' | 'maxBytes'>;

export type Gateway = {
  /** Without a slash at its end. */
  url: string;
  /** Whose limit it is. */
  service: string;
  reach: Reach;
};

/** Failures that every address would meet at a gateway that is away; the others are of the content alone. */
const OF_GATEWAY: ReadonlySet<FetchFailure> = new Set([
  'unresolved',
  'unreachable',
  'too-slow',
  'cut',
  'refused',
  'rate-limited',
]);

/** No gateway could be asked, which says nothing of the content. */
export class GatewaysAway extends FetchFailed {}

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
      throw new FetchFailed('no-address', 'there is no address of the web or of IPFS');
    if (found.kind === 'ipfs') return this.#fromGateways(found.path, bounds);
    return this.outside.get(found.url, { ...bounds, service: null, keep: 'changing' });
  }

  async #fromGateways(path: string, bounds: Bounds): Promise<Fetched> {
    const first = this.#turn++;
    let ofContent: FetchFailed | null = null;
    for (let tried = 0; tried < this.gateways.length; tried++) {
      const gateway = this.gateways[(first + tried) % this.gateways.length]!;
      try {
        return await this.#fromGateway(gateway, path, bounds);
      } catch (error) {
        if (!(error instanceof FetchFailed)) throw error;
        if (!(error instanceof GatewaysAway)) ofContent ??= error;
      }
    }
    throw ofContent ?? new GatewaysAway('unreachable', 'no gateway can be asked');
  }

  async #fromGateway({ url, service, reach }: Gateway, path: string, bounds: Bounds): Promise<Fetched> {
    try {
      const fetched = await this.outside.get(`${url}/ipfs/${path}`, {
        ...bounds,
        service,
        keep: 'immutable',
      });
      reach.answered();
      return fetched;
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      const { failure, message } = error;
      if (!OF_GATEWAY.has(failure)) reach.answered();
      else {
        reach.failed(failure);
        if (reach.isAway || failure === 'rate-limited') throw new GatewaysAway(failure, message);
      }
      throw error;
    }
  }
}
