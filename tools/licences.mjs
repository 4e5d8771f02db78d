// `npm run licences`: under which licence each package stands that package-lock.json names, the rarest licence first.
import { readFileSync } from 'node:fs';
import { lockedPackages } from './locked-packages.mjs';
import { endWhereUsageIsAsked } from './usage.mjs';

endWhereUsageIsAsked('tools/licences.mjs', process.argv.slice(2));
await import('./ensure.mjs');

const root = new URL('..', import.meta.url);

/** Some tell it in their own file alone, in forms of other times. Those of other platforms are not here to be read. */
function licenceOf({ path, licence }) {
  if (licence !== undefined) return licence;
  try {
    const { license, licenses } = JSON.parse(readFileSync(new URL(`${path}/package.json`, root), 'utf8'));
    const told = [license ?? licenses ?? []].flat().map((one) => one.type ?? one);
    return told.join(' OR ') || 'not told';
  } catch {
    return 'not installed here';
  }
}

const names = new Map();
for (const one of lockedPackages()) {
  const licence = licenceOf(one);
  names.set(licence, [...(names.get(licence) ?? []), `${one.name}@${one.version}`]);
}
for (const [licence, all] of [...names].sort(([, a], [, b]) => a.length - b.length))
  console.log(`${licence} (${all.length}): ${[...new Set(all)].sort().join(', ')}`);
