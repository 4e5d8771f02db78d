import {
  CommitmentLevel,
  SlotStatus,
  type SubscribeRequest,
  type SubscribeRequestFilterTransactions,
} from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { encodeFilters, rawKey, type Update } from './update.js';

/** A request that cannot be served as it stands; the message says what is wrong with it. */
export class BadRequest extends Error {}

/** The client's wishes, ready to be matched: gives the encoded `filters` field to send before a body, or null. */
export interface Filter {
  readonly commitment: CommitmentLevel;
  match(update: Update): Buffer | null;
}

type Transaction = Extract<Update, { kind: 'transaction' }>;
type Predicate<T> = { name: string; accepts: (update: T) => boolean };

/** Statuses a client sees without asking for `interslot_updates`. */
const MAIN_STATUSES: readonly SlotStatus[] = [
  SlotStatus.SLOT_PROCESSED,
  SlotStatus.SLOT_CONFIRMED,
  SlotStatus.SLOT_FINALIZED,
];

const STATUS_OF_COMMITMENT: Partial<Record<CommitmentLevel, SlotStatus>> = {
  [CommitmentLevel.PROCESSED]: SlotStatus.SLOT_PROCESSED,
  [CommitmentLevel.CONFIRMED]: SlotStatus.SLOT_CONFIRMED,
  [CommitmentLevel.FINALIZED]: SlotStatus.SLOT_FINALIZED,
};

function decodeKey(text: string, bytes: number): string {
  let raw: Uint8Array;
  try {
    raw = bs58.decode(text);
  } catch {
    throw new BadRequest(`"${text.slice(0, 100)}" is not base58`);
  }
  if (raw.length !== bytes)
    throw new BadRequest(`"${text.slice(0, 100)}" has ${raw.length} bytes, not ${bytes}`);
  return rawKey(raw);
}

/** Semantics of the reference server: within one filter all conditions must hold, an empty list is no condition. */
function compileTransactions(
  filter: SubscribeRequestFilterTransactions,
): (transaction: Transaction) => boolean {
  if (filter.cuckooAccountInclude) throw new BadRequest('compressed account filters are not supported');
  if (filter.tokenAccounts !== undefined) throw new BadRequest('token account expansion is not supported');
  const include = new Set(filter.accountInclude.map((key) => decodeKey(key, 32)));
  const exclude = new Set(filter.accountExclude.map((key) => decodeKey(key, 32)));
  const required = filter.accountRequired.map((key) => decodeKey(key, 32));
  const signature = filter.signature === undefined ? undefined : decodeKey(filter.signature, 64);
  return ({ isVote, failed, accounts, ...transaction }) =>
    (filter.vote === undefined || filter.vote === isVote) &&
    (filter.failed === undefined || filter.failed === failed) &&
    (signature === undefined || signature === transaction.signature) &&
    (include.size === 0 || accounts.some((key) => include.has(key))) &&
    (exclude.size === 0 || !accounts.some((key) => exclude.has(key))) &&
    required.every((key) => accounts.includes(key));
}

function refuseUnsupported(request: SubscribeRequest): void {
  for (const kind of ['accounts', 'blocks', 'transactionsStatus'] as const) {
    if (Object.keys(request[kind]).length > 0)
      throw new BadRequest(`this source has no ${kind} to subscribe to`);
  }
}

/** Compiles a subscription. Throws BadRequest for a malformed key or a filter this server does not have. */
export function compileFilter(request: SubscribeRequest): Filter {
  refuseUnsupported(request);
  const commitment = request.commitment ?? CommitmentLevel.PROCESSED;
  const ownStatus = STATUS_OF_COMMITMENT[commitment];
  if (ownStatus === undefined) throw new BadRequest(`commitment ${commitment} does not exist`);

  const transactions: Predicate<Transaction>[] = Object.entries(request.transactions).map(
    ([name, filter]) => ({
      name,
      accepts: compileTransactions(filter),
    }),
  );
  const slots: Predicate<SlotStatus>[] = Object.entries(request.slots).map(([name, filter]) => ({
    name,
    accepts: (status) =>
      (!filter.filterByCommitment || status === ownStatus) &&
      (filter.interslotUpdates === true || MAIN_STATUSES.includes(status)),
  }));
  const metas = Object.keys(request.blocksMeta);
  const entries = Object.keys(request.entry);

  const encoded = new Map<string, Buffer>();
  const encode = (names: readonly string[]): Buffer => {
    const key = names.join('\0');
    let bytes = encoded.get(key);
    if (!bytes) {
      bytes = encodeFilters(names);
      encoded.set(key, bytes);
    }
    return bytes;
  };
  const namesFor = (update: Exclude<Update, { kind: 'ping' }>): readonly string[] => {
    switch (update.kind) {
      case 'transaction':
        return accepting(transactions, update);
      case 'slot':
        return accepting(slots, update.status);
      case 'blockMeta':
        return metas;
      case 'entry':
        return entries;
    }
  };
  return {
    commitment,
    match(update) {
      if (update.kind === 'ping') return encode([]);
      const names = namesFor(update);
      return names.length > 0 ? encode(names) : null;
    },
  };
}

function accepting<T>(predicates: readonly Predicate<T>[], value: T): string[] {
  return predicates.filter(({ accepts }) => accepts(value)).map(({ name }) => name);
}
