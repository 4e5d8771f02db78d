import { camelNames } from '../rpc/json-values.js';
import type { Place } from '../rpc/transaction-json.js';
import { decodeTape } from '../tape/decode-tape.js';
import { ACCEPTED, JsonDecoder, type Line, layoutSentenceOf, lineOf } from './decode-json.js';
import { BadJson, readJson } from './json-text.js';
import { readText, sayWhy } from './read-text.js';
import { Sentences } from './sentences.js';

/** `remarks` say what a readable file lacks, `errors` what could not be read; each names its place where there are several. */
export type DecodedFile = { lines: Line[]; remarks: string[]; errors: string[] };

/**
 * Decodes one file of any known shape. `around` is where its transactions stand, as far as they do not say it. Throws
 * with the reason where the file cannot be read at all.
 */
export async function decodeFile(path: string, around: Partial<Place> = {}): Promise<DecodedFile> {
  if (path.endsWith('.tape')) {
    const { records, failures, unknownLayouts, transactions } = await decodeTape(path).catch(sayWhy);
    const remarks = new Sentences();
    if (transactions === 0) remarks.add('', 'holds no transactions');
    for (const { signature, reason } of failures) remarks.add(signature, reason);
    for (const { signature, layout } of unknownLayouts) remarks.add(signature, layoutSentenceOf(layout));
    return {
      lines: records.flatMap((record) => record.facts.map((fact) => lineOf(fact, record.signature))),
      remarks: remarks.sentences(),
      errors: [],
    };
  }
  const text = await readText(path);
  const values = [...readJson(text)];
  if (values.length === 0) throw new Error(`is empty: ${ACCEPTED}`);
  const hasSnakeNames = text.includes('"account_keys"');
  const decoder = new JsonDecoder();
  for (const read of values) {
    if (read instanceof BadJson) decoder.errors.add(read.where, read.message);
    else {
      const where = values.length > 1 ? `line ${read.line}` : '';
      const place = { slot: null, blockTime: null, index: null, ...around };
      decoder.decode(hasSnakeNames ? camelNames(read.value) : read.value, place, where);
    }
  }
  return {
    lines: decoder.lines,
    remarks: decoder.remarks.sentences(),
    errors: decoder.errors.sentences(),
  };
}
