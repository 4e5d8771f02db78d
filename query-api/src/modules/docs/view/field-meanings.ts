import { PreMigrationPlace, ScreenedToken } from '@cryptonite/contracts/api';
import { DERIVED, MEASURES } from '@cryptonite/contracts/measures';
import { z } from 'zod';

/** By field of a token: what it means, from the list of measures. */
const MEANINGS = new Map<string, string>(
  [...Object.values(DERIVED), ...MEASURES].flatMap(({ shown, meaning }) =>
    shown.map((field) => [field, meaning] as const),
  ),
);

const isOf = (schema: z.ZodObject, fields: z.ZodObject) =>
  Object.keys(fields.shape).every((field) => field in schema.shape);

/** The meanings of the fields of a schema that tells what was measured of a token. */
export function meaningsOf(schema: z.ZodType): ReadonlyMap<string, string> {
  if (!(schema instanceof z.ZodObject)) return new Map();
  const isPlace = isOf(schema, PreMigrationPlace);
  if (!isPlace && !('mint' in schema.shape && 'measuredAt' in schema.shape)) return new Map();
  return new Map(
    [...MEANINGS].filter(
      ([field]) =>
        field in schema.shape &&
        (field in ScreenedToken.shape || (isPlace && field in PreMigrationPlace.shape)),
    ),
  );
}
