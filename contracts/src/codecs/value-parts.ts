import type { Limits } from './limits.js';
import { type Part, unsure } from './part.js';

/** Text that stands in JSON as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

export function textPart({ least, most, pattern }: Limits<number>): Part {
  const shortest = least ?? 0;
  const longest = most ?? Number.POSITIVE_INFINITY;
  const read = (value: unknown): string =>
    typeof value === 'string' &&
    value.length >= shortest &&
    value.length <= longest &&
    (pattern === null || pattern.test(value))
      ? value
      : unsure();
  return {
    read,
    write(value) {
      const text = read(value);
      return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
    },
  };
}

export function numberPart(isKind: (value: unknown) => boolean, { least, most }: Limits<number>): Part {
  const low = least ?? Number.NEGATIVE_INFINITY;
  const high = most ?? Number.POSITIVE_INFINITY;
  const read = (value: unknown): number => {
    const number = value as number;
    return isKind(value) && number >= low && number <= high ? number : unsure();
  };
  return { read, write: (value) => `${read(value)}` };
}

const readFlag = (value: unknown): boolean => (typeof value === 'boolean' ? value : unsure());
export const flagPart: Part = { read: readFlag, write: (value) => `${readFlag(value)}` };

/** One of a few values. */
export function choicePart(values: readonly unknown[]): Part {
  const texts = new Map(values.map((value) => [value, JSON.stringify(value)]));
  return {
    read: (value) => (texts.has(value) ? value : unsure()),
    write: (value) => texts.get(value) ?? unsure(),
  };
}

export const nullablePart = ({ read, write }: Part): Part => ({
  read: (value) => (value === null ? null : read(value)),
  write: (value) => (value === null ? 'null' : write(value)),
});
