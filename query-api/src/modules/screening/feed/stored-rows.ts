/** Rows of the tables as what the screener said. */
import { Source } from '@cryptonite/contracts/api';
import { IDENTITY_FIELDS, LayerAssessed, PriceTrailed, TokenDescribed } from '@cryptonite/contracts/events';
import {
  MEASURES,
  type Measure,
  type Measurement,
  type MeasureType,
  type PriceTrail,
} from '@cryptonite/contracts/measures';
import { RULES_VERSION } from '@cryptonite/contracts/rules';
import { z } from 'zod';
import { readRecord, type Said } from '../view/said.js';

const measures: readonly Measure[] = MEASURES;

/** Of a value of that type as a row has it. */
function schemaOf(type: MeasureType): z.ZodType {
  if (typeof type !== 'string')
    return z.preprocess((text) => (text === '' ? null : text), z.enum(type).nullable());
  if (type.startsWith('Nullable')) return (type.includes('Bool') ? z.boolean() : z.number()).nullable();
  return type === 'String' ? z.string() : type === 'Bool' ? z.boolean() : z.number();
}

const Row = z.array(z.unknown());
const MeasurementRow = z.object(Object.fromEntries(measures.map(({ name, type }) => [name, schemaOf(type)])));

/** A row of LISTED_TOKENS. One of before frames says who the token is, and its trail, by itself. */
export function saidByRow(row: unknown): Said[] {
  const [event, kind, name, ...values] = Row.parse(row);
  if (event !== '') return readRecord(Buffer.from(z.string().parse(event)));
  const named = Object.fromEntries(measures.map((measure, index) => [measure.name, values[index]]));
  const measurement = MeasurementRow.parse(named) as Measurement;
  return [{ kind: 'Measured', measurement, source: Source.parse({ kind, name }) }];
}

/** The source stands in two columns of its own. */
const DESCRIBED_FIELDS = IDENTITY_FIELDS.filter((field) => field !== 'source');

/** A row of DESCRIBED. */
export function describedOf(row: unknown): TokenDescribed {
  const [mint, time, position, rulesVersion, kind, name, ...values] = Row.parse(row);
  return TokenDescribed.parse({
    kind: 'TokenDescribed',
    id: `${mint}:${position}:TokenDescribed`,
    mint,
    time,
    position,
    rulesVersion,
    source: { kind, name },
    ...Object.fromEntries(DESCRIBED_FIELDS.map((field, index) => [field, values[index]])),
  });
}

const unknown = z.unknown();
const FindingRow = z.tuple([unknown, unknown, unknown, unknown, unknown, unknown, unknown]);
const LayerRow = z.tuple([
  z.unknown(),
  z.unknown(),
  z.unknown(),
  z.unknown(),
  z.unknown(),
  z.unknown(),
  z.array(FindingRow),
  z.unknown(),
]);

/** A row of LAYERS. */
export function assessedOf(row: unknown): LayerAssessed {
  const [mint, time, position, rulesVersion, layer, points, found, id] = LayerRow.parse(row);
  const findings = found.map(([name, level, brought, value, limit, floor, evidence]) => ({
    name,
    level,
    points: brought,
    value,
    limit,
    floor,
    evidence,
  }));
  return LayerAssessed.parse({
    kind: 'LayerAssessed',
    id,
    mint,
    time,
    position,
    rulesVersion,
    layer,
    points,
    findings,
  });
}

const PriceRow = z.tuple([
  z.string(),
  z.number(),
  z.string(),
  z.number().nullable(),
  z.array(z.number().nullable()),
]);

/** A row of TRAILED or PRICES. */
export function priceOf(row: unknown) {
  const [mint, time, position, priceQuote, closes] = PriceRow.parse(row);
  return { mint, time, position, priceQuote, closes };
}

export const trailedOf = (mint: string, { time, position, closes }: PriceTrail): PriceTrailed =>
  PriceTrailed.parse({
    kind: 'PriceTrailed',
    id: `${mint}:${time}:${position}:PriceTrailed`,
    mint,
    time,
    position,
    rulesVersion: RULES_VERSION,
    closes,
  });

/** A row of SCANS. */
export const scanOf = (row: unknown): Said[] => readRecord(Buffer.from(z.tuple([z.string()]).parse(row)[0]));
