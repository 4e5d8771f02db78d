/** What the screener keeps: topic `screener.state`, in the partition of the journal that it was folded from. */
import { jsonCodec } from '../codecs/index.js';
import { clockWireOf, tokenWireOf } from './encode.js';
import { ScreenerState } from './screener-state.js';
import { decodeShard, encodeShard } from './shard-bytes.js';
import { inThisVersion } from './versions.js';

export * from './clock.js';
export * from './evicted-state.js';
export * from './screener-state.js';
export { checkShardVersion } from './shard-bytes.js';
export * from './shared.js';
export * from './token-state.js';
export { LaterVersion } from './versions.js';

/** The record's key, by which the topic is compacted. */
export function stateKeyOf(state: ScreenerState): string {
  switch (state.kind) {
    case 'clock':
      return 'clock';
    case 'token':
      return `token/${state.mint}`;
    case 'accounts':
    case 'traders':
      return `${state.kind}/${state.mint}/${state.shard}`;
  }
}

/** The mint whose accounts or traders stand under the key; null of any other. */
export function mintOfShard(key: string): string | null {
  const [kind, mint = ''] = key.split('/');
  return kind === 'accounts' || kind === 'traders' ? mint : null;
}

/** As JSON, and shards, of which there are most, as bytes. */
export function encodeScreenerState(state: ScreenerState): string | Buffer {
  switch (state.kind) {
    case 'clock':
      return JSON.stringify(clockWireOf(state));
    case 'token':
      return JSON.stringify(tokenWireOf(state));
    case 'accounts':
    case 'traders':
      return encodeShard(state);
  }
}

const { read: readJson } = jsonCodec(ScreenerState);

const JSON_BEGINS = '{'.charCodeAt(0);

/**
 * Of this version or an earlier one. Throws LaterVersion, a ZodError, or a SyntaxError where it is neither JSON nor a
 * shard.
 */
export function decodeScreenerState(value: Buffer | string): ScreenerState {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  if (bytes[0] !== JSON_BEGINS) return decodeShard(bytes);
  const text = bytes.toString();
  return readJson(() => inThisVersion(JSON.parse(text)));
}

/** A state as a text, for where only texts go: bytes as Base64. */
export function textOfState(state: ScreenerState): string {
  const value = encodeScreenerState(state);
  return typeof value === 'string' ? value : value.toString('base64');
}

/** Reads what {@link textOfState} gave, in this version or an earlier one. */
export const stateOfText = (text: string): ScreenerState =>
  decodeScreenerState(text.startsWith('{') ? text : Buffer.from(text, 'base64'));
