// `node tools/run.mjs <compiled file> …`: installs and builds what is missing, then runs one of the product's
// commands in this process with the rest of the arguments.
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { endWhereUsageIsAsked } from './usage.mjs';

const [entry, ...rest] = process.argv.slice(2);
endWhereUsageIsAsked(entry, rest);
await import('./ensure.mjs');
build();
const file = resolve(fileURLToPath(new URL('..', import.meta.url)), entry);
process.argv = [process.execPath, file, ...rest];
await import(pathToFileURL(file).href);
