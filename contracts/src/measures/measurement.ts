/** A measurement: everything measured of a token at one stream time. The newest one of a token replaces those before it. */
import type { Bytes } from '../row-binary/index.js';
import { HEAD, MEASURES, SCHEMA } from './list.js';
import { type Measure, typeIn, type ValueOf } from './measure.js';
import { compileRow, type RowCodec } from './row-codec.js';

export type Measurement = {
  [Each in (typeof MEASURES)[number] as Each['name']]: ValueOf<Each['type']>;
};

const all: readonly Measure[] = MEASURES;
const codecs = new Map<number, RowCodec<Measurement>>();

/** How rows of a schema are read; undefined where it is later than this version knows. */
export function rowCodecOf(schema: number): RowCodec<Measurement> | undefined {
  if (schema < 1 || schema > SCHEMA) return undefined;
  const known = codecs.get(schema);
  if (known) return known;
  const codec = compileRow<Measurement>(
    all
      .filter(({ since }) => since <= schema)
      .map((measure) => ({ ...measure, type: typeIn(measure, schema) })),
    all.filter(({ since }) => since > schema).map(({ name }) => name),
    HEAD.length,
  );
  codecs.set(schema, codec);
  return codec;
}

const newest = rowCodecOf(SCHEMA)!;

/** Appends the row of the newest schema. @returns where what was measured begins: behind who, when and by which rules */
export const writeMeasurement = (bytes: Bytes, measurement: Measurement): number =>
  newest.write(bytes, measurement);
