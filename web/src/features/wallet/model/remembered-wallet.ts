import { readStored, writeStored } from '../../../lib/storage';

const KEY = 'wallet';

/** Name of the wallet that was connected last in this browser. */
export const rememberedWallet = (): string | null => readStored(KEY) || null;

export const rememberWallet = (name: string | null): void => writeStored(KEY, name ?? '');
