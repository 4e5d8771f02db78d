import type { Migration } from './read-migrations.js';

/**
 * @param applied checksums by name
 * @throws Error unless what is applied is, unchanged, the beginning of what there is
 */
export function checkApplied(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (!known.has(name)) throw new Error(`migration ${name} was applied but its file is missing`);
    if (known.get(name) !== checksum) {
      throw new Error(`migration ${name} was changed after it was applied: write a new one instead`);
    }
  }
  const late = migrations.slice(0, applied.size).find(({ name }) => !applied.has(name));
  if (late)
    throw new Error(`migration ${late.name} comes before one that was applied: give it a higher number`);
}
