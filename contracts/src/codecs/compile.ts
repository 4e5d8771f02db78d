import type { z } from 'zod';
import { amountPart } from './amount-part.js';
import { arrayPart } from './array-part.js';
import { limitsOf } from './limits.js';
import { objectPart } from './object-part.js';
import type { Part } from './part.js';
import { unionPart } from './union-part.js';
import { choicePart, flagPart, nullablePart, numberPart, textPart } from './value-parts.js';

const defOf = (schema: z.core.SomeType) => (schema as z.core.$ZodTypes)._zod.def;

function amountOf({ in: wire, out: own }: z.core.$ZodPipeDef): Part | null {
  const [text, amount] = [defOf(wire), defOf(own)];
  if (text.type !== 'string' || amount.type !== 'bigint') return null;
  const { pattern, least, most } = limitsOf<number>(text.checks);
  return pattern && least === null && most === null ? amountPart(pattern, limitsOf(amount.checks)) : null;
}

const fieldsOf = ({ shape }: z.core.$ZodObjectDef) =>
  Object.entries(shape).map(([name, schema]) => {
    const def = defOf(schema);
    const isOptional = def.type === 'optional';
    return { name, isOptional, part: compile(isOptional ? def.innerType : schema) };
  });

function unionOf({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef): Part {
  const kinds = options.flatMap((option) => {
    const part = compile(option);
    return [...(option._zod.propValues?.[discriminator] ?? [])].map((kind) => [kind, part] as const);
  });
  return unionPart(discriminator, new Map(kinds));
}

/** The reader and writer of a schema. Throws where the schema is of a kind that is not known here. */
export function compile(schema: z.core.SomeType): Part {
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return textPart(limitsOf(def.checks));
    case 'number':
      return numberPart('format' in def ? Number.isSafeInteger : Number.isFinite, limitsOf(def.checks));
    case 'boolean':
      return flagPart;
    case 'literal':
      return choicePart(def.values);
    case 'enum':
      return choicePart(Object.values(def.entries));
    case 'nullable':
      return nullablePart(compile(def.innerType));
    case 'array':
      return arrayPart(compile(def.element), limitsOf(def.checks));
    case 'object':
      return objectPart(fieldsOf(def));
    case 'union':
      if ('discriminator' in def) return unionOf(def as z.core.$ZodDiscriminatedUnionDef);
      break;
    case 'pipe': {
      const amount = amountOf(def);
      if (amount) return amount;
    }
  }
  throw new Error(`No codec is compiled of a schema of type "${def.type}"`);
}
