import { readFileSync } from 'node:fs';

const readLock = () => JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

/** The packages of others that package-lock.json names: where each is installed, and what the lockfile says of it. */
export function lockedPackages({ packages } = readLock()) {
  return Object.entries(packages).flatMap(([path, { version, integrity, license, link }]) => {
    const at = path.lastIndexOf('node_modules/');
    if (at < 0 || link) return [];
    return [{ path, name: path.slice(at + 'node_modules/'.length), version, integrity, licence: license }];
  });
}
