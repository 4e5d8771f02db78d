/** A service that is configured by its base address. */
import type { Nearness } from '@cryptonite/contracts/asks';
import { FetchFailed } from './fetch/guard.js';
import type { Outside, Wanted } from './outside.js';
import { Reach } from './reach.js';

const WITHIN_MS = 10_000;
/** X has a turn each 3.3 s for each of its paths. */
const TURN_WITHIN_MS = 20_000;

type Request = {
  nearness: Nearness;
  maxBytes: number;
  keep: Wanted['keep'];
  body?: string;
};

/** Where a service answers, and what. */
export type AsksService = Pick<Service, 'host' | 'json'>;

type ServiceOptions = {
  /** In the log, and of the limit. */
  name: string;
  /** Without a slash at its end. */
  url: string;
  headers?: Readonly<Record<string, string>>;
  outside: Outside;
  log: (line: string) => void;
};

export class Service {
  readonly host: string;
  readonly #reach: Reach;

  constructor(private readonly options: ServiceOptions) {
    this.host = new URL(options.url).host;
    this.#reach = new Reach(options.name, options.log);
  }

  /** @param path behind the base address. Either may hold a secret: the log gets the kind of a failure, and no address. */
  async json(path: string, request: Request): Promise<unknown> {
    const { name: service, url, headers = {}, outside } = this.options;
    let isAsked = false;
    const heard = () => {
      isAsked = true;
      return true;
    };
    const bounds = { turnWithinMs: TURN_WITHIN_MS, timeoutMs: WITHIN_MS };
    try {
      const { bytes } = await outside.get(`${url}${path}`, {
        ...request,
        ...bounds,
        service,
        headers,
        heard,
      });
      const value = readJson(bytes);
      if (isAsked) this.#reach.answered();
      return value;
    } catch (error) {
      if (isAsked && error instanceof FetchFailed) this.#tell(error);
      throw error;
    }
  }

  /** Who says that a question is a wrong one, or names nothing, is there. */
  #tell({ failure, status }: FetchFailed): void {
    if (failure === 'not-found' || status === 400) this.#reach.answered();
    else this.#reach.failed(failure);
  }
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new FetchFailed('unreadable', 'the answer is no JSON');
  }
}
