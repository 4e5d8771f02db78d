// The packages of this house by their folders, as npm knows them.
import { readFileSync } from 'node:fs';

const manifest = new URL('../package.json', import.meta.url);

export const packages = JSON.parse(readFileSync(manifest, 'utf8')).workspaces;
