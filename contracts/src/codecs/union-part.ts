import { objectOf, type Part, unsure } from './part.js';

/** Objects of several kinds, told apart by one field. */
export function unionPart(discriminator: string, byKind: ReadonlyMap<unknown, Part>): Part {
  const partOf = (value: unknown): Part => byKind.get(objectOf(value)[discriminator]) ?? unsure();
  return {
    read: (value) => partOf(value).read(value),
    write: (value) => partOf(value).write(value),
  };
}
