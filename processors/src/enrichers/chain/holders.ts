/** The largest accounts of a token, and who owns them. */
import type { AskOf, Provider, Said } from '../provider.js';
import { readLargest, readMint, readOwner } from './parse-rpc.js';
import type { Rpc } from './rpc.js';

export class Holders implements Provider<'holders'> {
  constructor(private readonly rpc: Pick<Rpc, 'host' | 'account' | 'largestAccounts'>) {}

  async answer({ mint, nearness }: AskOf<'holders'>): Promise<Said | null> {
    const { slot: observedSlot, value } = await this.rpc.largestAccounts(mint, nearness);
    const largest = readLargest(value);
    const [mintRead, ...reads] = await Promise.all(
      [mint, ...largest.map(({ address }) => address)].map((address) => this.rpc.account(address)),
    );
    const { supply } = readMint(mintRead?.value ?? null);
    if (supply === null) return null;
    const accounts = largest.map(({ address, amount }, index) => ({
      account: address,
      owner: readOwner(reads[index]?.value),
      amount,
    }));
    const supplySlot = mintRead?.slot;
    return { kind: 'HoldersObserved', from: this.rpc.host, observedSlot, supply, supplySlot, accounts };
  }
}
