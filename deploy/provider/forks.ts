import { SlotStatus, SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import type { Random } from './random.js';
import { parseUpdate, type Update } from './update.js';

export const updateOf = (message: SubscribeUpdate): Update => {
  const { update } = parseUpdate(Buffer.from(SubscribeUpdate.encode(message).finish()), 0);
  if (!update) throw new Error('an update of a kind that is not served');
  return update;
};

const statusOf = (slot: number, parent: number, status: SlotStatus): Update =>
  updateOf(SubscribeUpdate.fromPartial({ slot: { slot: String(slot), parent: String(parent), status } }));

export const confirmed = (slot: number, parent: number): Update =>
  statusOf(slot, parent, SlotStatus.SLOT_CONFIRMED);

type BlockMeta = NonNullable<SubscribeUpdate['blockMeta']>;

export function changeMeta({ body }: Update, change: (meta: BlockMeta) => void): Update {
  const message = SubscribeUpdate.decode(body);
  if (!message.blockMeta) throw new Error('a block meta without its content');
  change(message.blockMeta);
  return updateOf(message);
}

/** The content of a block beside `block`, from the same parent, with the same transactions or others. */
export function forkOf(
  block: Update,
  transactions: readonly Update[],
  slot: number,
  isReplaced: boolean,
): Update[] {
  const meta = changeMeta(block, (changed) => {
    changed.slot = String(slot);
  });
  const copies = transactions.map(({ body }) => {
    const copy = SubscribeUpdate.decode(body);
    const info = copy.transaction?.transaction;
    if (!copy.transaction || !info?.transaction) throw new Error('a transaction without its content');
    copy.transaction.slot = String(slot);
    if (!isReplaced) {
      const signature = Uint8Array.from(info.signature, (byte) => byte ^ 0xff);
      info.signature = signature;
      info.transaction.signatures[0] = signature;
    }
    return updateOf(copy);
  });
  return [...copies, meta];
}

/**
 * Puts blocks that are not to last into slot numbers that nobody produced a block for, just before the next block:
 * half of them die before they are confirmed, the others are confirmed, and the next confirmed block does not descend
 * from them. They hold the next block's transactions, every other time under signatures that never come again.
 */
export class ForkMaker {
  readonly #random: Random;
  #parent: number | null = null;

  constructor(random: Random) {
    this.#random = random;
  }

  /** One slot's updates, as it is produced, with a fork in `share` of the gaps. */
  disturb(updates: readonly Update[], share: number): readonly Update[] {
    const block = updates.find(({ kind }) => kind === 'blockMeta');
    const parent = this.#parent;
    if (block) this.#parent = block.slot;
    if (!block || parent === null || block.slot <= parent + 1 || !this.#random.chance(share)) return updates;
    const transactions = updates.filter(({ kind, slot }) => kind === 'transaction' && slot === block.slot);
    const slot = block.slot - 1;
    const content = forkOf(block, transactions, slot, this.#random.chance(0.5));
    if (this.#random.chance(0.5))
      return [...content, statusOf(slot, parent, SlotStatus.SLOT_DEAD), ...updates];
    // The parent is confirmed with this block: its fork comes after that and before the block's own confirmation.
    const at = updates.findIndex(
      (update) =>
        update.kind === 'slot' && update.slot === parent && update.status === SlotStatus.SLOT_CONFIRMED,
    );
    const fork = [...content, confirmed(slot, parent)];
    return [...updates.slice(0, at + 1), ...fork, ...updates.slice(at + 1)];
  }
}
