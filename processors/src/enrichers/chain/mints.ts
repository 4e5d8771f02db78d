/** A mint account as the node tells it. */
import type { AskOf, Provider, Said } from '../provider.js';
import { readMint } from './parse-rpc.js';
import type { Rpc } from './rpc.js';

export class Mints implements Provider<'mint'> {
  constructor(private readonly rpc: Rpc) {}

  async answer({ mint }: AskOf<'mint'>): Promise<Said> {
    const { slot: observedSlot, value } = await this.rpc.account(mint);
    return { kind: 'MintObserved', from: this.rpc.host, observedSlot, ...readMint(value) };
  }
}
