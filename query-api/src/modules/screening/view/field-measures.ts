import { DERIVED, MEASURES } from '@cryptonite/contracts/measures';

type Told = { unit: string; meaning: string };

/** By field of the API: what the list of measures says of it. */
export const FIELD_MEASURES: ReadonlyMap<string, Told> = new Map<string, Told>(
  [...Object.values(DERIVED), ...MEASURES].flatMap(({ shown, unit, meaning }) =>
    shown.map((field) => [field, { unit, meaning }] as const),
  ),
);
