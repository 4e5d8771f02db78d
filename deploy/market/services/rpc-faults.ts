import type { Random } from '@cryptonite/provider/random.js';
import { z } from 'zod';

/** What a public RPC does wrong at present, beside what all services do. */
interface Settings {
  /** Share of the notifications of logs that nobody gets. */
  droppedShare: number;
  /** A confirmed block can be asked for only when the chain is so many slots past it. */
  blockLagSlots: number;
}

/** What may be switched of them. */
export const RpcFaultSettings = z
  .strictObject({
    droppedShare: z.number().min(0).max(1),
    blockLagSlots: z.int().min(0).max(1_000),
  })
  .partial();

export class RpcFaults {
  readonly settings: Settings = { droppedShare: 0, blockLagSlots: 0 };

  constructor(private readonly random: Random) {}

  /** Whether the notification that would be sent is dropped. */
  drops(): boolean {
    return this.settings.droppedShare > 0 && this.random.chance(this.settings.droppedShare);
  }
}
