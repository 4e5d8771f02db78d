/** A fact that the data do not allow to state. It becomes a dead letter, never a guess. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** The value of a field that a fact cannot do without. */
export function need<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Unreadable(`${name} is missing`);
  return value;
}
