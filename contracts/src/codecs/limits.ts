import type { z } from 'zod';

/** What a schema's checks ask of a text or array's length, or of a number or amount, and of a text's form. */
export type Limits<N> = { least: N | null; most: N | null; pattern: RegExp | null };

/** Throws at a check that is not known here. */
export function limitsOf<N extends number | bigint>(
  checks: readonly z.core.$ZodCheck<never>[] = [],
): Limits<N> {
  const limits: Limits<N> = { least: null, most: null, pattern: null };
  const set = (name: keyof Limits<N>, limit: unknown): void => {
    if (limits[name] !== null) throw new Error(`No codec is compiled of a schema with two limits "${name}"`);
    Object.assign(limits, { [name]: limit });
  };
  for (const check of checks) {
    const { def } = (check as unknown as z.core.$ZodChecks)._zod;
    if (def.check === 'min_length') set('least', def.minimum);
    else if (def.check === 'max_length') set('most', def.maximum);
    else if (def.check === 'greater_than' && def.inclusive) set('least', def.value);
    else if (def.check === 'less_than' && def.inclusive) set('most', def.value);
    else if (def.check === 'string_format' && def.format === 'regex') set('pattern', def.pattern);
    else throw new Error(`No codec is compiled of a schema with the check "${def.check}"`);
  }
  return limits;
}
