import type { Limits } from './limits.js';
import { type Part, unsure } from './part.js';

export function arrayPart({ read, write }: Part, { least, most }: Limits<number>): Part {
  const fewest = least ?? 0;
  const atMost = most ?? Number.POSITIVE_INFINITY;
  const arrayOf = (value: unknown): unknown[] =>
    Array.isArray(value) && value.length >= fewest && value.length <= atMost ? value : unsure();
  return {
    read(value) {
      const array = arrayOf(value);
      for (let at = 0; at < array.length; at++) {
        const before = array[at];
        const after = read(before);
        if (after !== before) array[at] = after;
      }
      return array;
    },
    write(value) {
      const array = arrayOf(value);
      let text = '';
      for (let at = 0; at < array.length; at++) text += (at === 0 ? '' : ',') + write(array[at]);
      return `[${text}]`;
    },
  };
}
