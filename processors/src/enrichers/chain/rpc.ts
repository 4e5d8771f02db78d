/** A node's JSON-RPC. */
import type { Nearness } from '@cryptonite/contracts/asks';
import { FetchFailed } from '../fetch/guard.js';
import type { Service } from '../service.js';
import { readAccounts, readResult } from './parse-rpc.js';

/** What `getMultipleAccounts` takes at most. */
const ACCOUNTS_MOST = 100;
/** So long an account waits for others to be read with. */
const TOGETHER_MS = 20;
const BYTES_MOST = 8 << 20;

type AsOf = { slot: number; value: unknown };
type Waiting = { address: string; done: (read: AsOf) => void; fail: (error: unknown) => void };

export class Rpc {
  #waiting: Waiting[] = [];

  constructor(private readonly node: Service) {}

  get host(): string {
    return this.node.host;
  }

  largestAccounts(mint: string, nearness: Nearness): Promise<AsOf> {
    return this.#ask('getTokenLargestAccounts', [mint, { commitment: 'confirmed' }], nearness);
  }

  /** An account as `jsonParsed`. Those that are wanted at the same time go in one request: limits count requests. */
  account(address: string): Promise<AsOf> {
    return new Promise((done, fail) => {
      this.#waiting.push({ address, done, fail });
      if (this.#waiting.length === 1) setTimeout(() => this.#readWaiting(), TOGETHER_MS);
      if (this.#waiting.length === ACCOUNTS_MOST) this.#readWaiting();
    });
  }

  #readWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) void this.#read(waiting);
  }

  /** Never rejects: who waits is told. */
  async #read(wanted: readonly Waiting[]): Promise<void> {
    try {
      const addresses = wanted.map(({ address }) => address);
      const config = { commitment: 'confirmed', encoding: 'jsonParsed' };
      const { slot, value } = await this.#ask('getMultipleAccounts', [addresses, config], 'listed');
      const accounts = readAccounts(value, wanted.length);
      wanted.forEach(({ done }, index) => {
        done({ slot, value: accounts[index] });
      });
    } catch (error) {
      if (error instanceof FetchFailed && error.failure === 'too-large' && wanted.length > 1) {
        // One huge account must not keep the others from being read.
        const middle = wanted.length >> 1;
        await Promise.all([this.#read(wanted.slice(0, middle)), this.#read(wanted.slice(middle))]);
      } else for (const { fail } of wanted) fail(error);
    }
  }

  async #ask(method: string, params: readonly unknown[], nearness: Nearness): Promise<AsOf> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return readResult(await this.node.json('', { nearness, maxBytes: BYTES_MOST, keep: null, body }));
  }
}
