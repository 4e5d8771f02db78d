import { PreMigrationPlace, ScreenedToken } from '@cryptonite/contracts/api';
import { z } from 'zod';
import { FIELD_MEASURES } from '../../screening/view/field-measures.js';

const isOf = (schema: z.ZodObject, fields: z.ZodObject) =>
  Object.keys(fields.shape).every((field) => field in schema.shape);

/**
 * The meanings of the fields of a schema that tells what was measured of a token, from the list of measures; of a field that
 * says itself what it is, none.
 */
export function meaningsOf(schema: z.ZodType): ReadonlyMap<string, string> {
  if (!(schema instanceof z.ZodObject)) return new Map();
  const isPlace = isOf(schema, PreMigrationPlace);
  if (!isPlace && !isOf(schema, ScreenedToken)) return new Map();
  return new Map(
    [...FIELD_MEASURES].flatMap(([field, { meaning }]) => {
      const said: unknown = schema.shape[field];
      return said instanceof z.ZodType && said.description === undefined ? [[field, meaning]] : [];
    }),
  );
}
