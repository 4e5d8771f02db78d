import type { Update } from '@cryptonite/provider/update.js';
import { SlotStatus } from '@triton-one/yellowstone-grpc';
import { PUMP, PUMP_SWAP } from './addresses.js';

/**
 * Whether an update is sent to who subscribes to the launchpads' successful transactions, block metas and confirmed
 * slots: plain transfers name no launchpad, and reach only who follows the accounts.
 */
export function isForLaunchpads(update: Update): boolean {
  if (update.kind === 'transaction')
    return !update.failed && update.accounts.some((key) => key === PUMP || key === PUMP_SWAP);
  return (
    update.kind === 'blockMeta' || (update.kind === 'slot' && update.status === SlotStatus.SLOT_CONFIRMED)
  );
}
