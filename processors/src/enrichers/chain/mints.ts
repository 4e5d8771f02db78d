/** A mint account as the node tells it. */
import type { AskOf, Provider, Said } from '../provider.js';
import { readMint } from './parse-rpc.js';
import type { Rpc } from './rpc.js';

export class Mints implements Provider<'mint'> {
  constructor(private readonly rpc: Pick<Rpc, 'host' | 'account'>) {}

  /** Null where the node is behind the ask and may not have heard of the mint. */
  async answer({ mint, slot }: AskOf<'mint'>): Promise<Said | null> {
    const { slot: observedSlot, value } = await this.rpc.account(mint);
    const read = readMint(value);
    if (!read.exists && observedSlot < slot) return null;
    return { kind: 'MintObserved', from: this.rpc.host, observedSlot, ...read };
  }
}
