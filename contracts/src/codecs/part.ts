/** What is compiled of one schema: both check, and both throw `UNSURE` where they do not know a value. */
export type Part = {
  /** From JSON's value to the code's: in place, where a value has parts. */
  read: (value: unknown) => unknown;
  /** From the code's value to JSON text. */
  write: (value: unknown) => string;
};

/** Thrown where the schema has to decide. */
export const UNSURE = new Error('not in the usual form');

export function unsure(): never {
  throw UNSURE;
}

/** What is no array and not null. */
export function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) unsure();
  return value as Record<string, unknown>;
}
