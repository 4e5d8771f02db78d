import { SubscribeRequest } from '@triton-one/yellowstone-grpc';
import { readFields, writeVarint } from './protobuf.js';

const lengthTag = (field: number): number => field * 8 + 2;

/** The maps of filters by name: accounts, slots, transactions, blocks, blocks meta, entries, transaction statuses. */
const FILTER_MAPS = new Set([1, 2, 3, 4, 5, 8, 10].map(lengthTag));

const VALUE_TAG = lengthTag(2);
const EMPTY_VALUE = Buffer.of(VALUE_TAG, 0);

/**
 * Decodes a SubscribeRequest. Rust clients leave out the value of a map entry where it is all defaults, as protobuf
 * allows (`blocks_meta: {"name": {}}`); the package's decoder drops such entries, so the value is put back first.
 */
export function decodeSubscribeRequest(bytes: Buffer): SubscribeRequest {
  const parts: Buffer[] = [];
  for (const { tag, start, value, end } of readFields(bytes)) {
    const entry = bytes.subarray(value, end);
    const lacksValue =
      FILTER_MAPS.has(tag) && ![...readFields(entry)].some((field) => field.tag === VALUE_TAG);
    if (lacksValue)
      parts.push(writeVarint(tag), writeVarint(entry.length + EMPTY_VALUE.length), entry, EMPTY_VALUE);
    else parts.push(bytes.subarray(start, end));
  }
  return SubscribeRequest.decode(Buffer.concat(parts));
}
