// Fails on an import that goes the wrong way round the house, and on import cycles.
// contracts imports none of ours; every other package imports contracts and never another, but for the workspaces of
// deploy, which import those below them; web sees only what is meant for it; folders marked pure import only contracts
// and each other; a producer of Kafka is made in one place. What a package imports stands in its own package.json: one folder of modules for all would hide it.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { impureIn } from './impure.mjs';
import { packages } from './packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What each workspace of deploy may import beside contracts. */
const DEPLOY = {
  stores: [],
  provider: [],
  market: ['stores', 'provider'],
  standalone: ['stores', 'provider', 'market'],
  proofs: ['stores', 'provider', 'market', 'standalone'],
  e2e: ['provider', 'market', 'proofs'],
  bench: ['provider', 'market', 'proofs', 'e2e'],
};
const WEB_SEES = new Set(['api', 'amounts', 'chain', 'deadlines', 'rules']);
/** Values to values: no clock, no client, no environment. Listed with what else of its package each may import. */
const PURE = {
  'contracts/src': ['contracts/src'],
  'ingest/src/decode': ['ingest/src/decode'],
  'ingest/src/normalise': ['ingest/src/decode', 'ingest/src/normalise'],
  'processors/src/journal': ['processors/src/journal'],
  'processors/src/screener': ['processors/src/screener', 'processors/src/journal'],
};
/** Where a pure folder is wired to the world. */
const WIRING = new Set([
  'contracts/src/environment/index.ts',
  'contracts/src/kafkajs/producer.ts',
  'contracts/src/local-users/index.ts',
  'contracts/src/metrics-server/index.ts',
  'contracts/src/traces/index.ts',
  'processors/src/screener/main.ts',
  'processors/src/screener/screener-fold.ts',
]);
const PURE_LIBRARIES = new Set(['zod', 'bs58']);
/** Who may make a producer by kafkajs itself, which loses records where a leader moves: tests, benches, and what shows that. */
const MAKES_PRODUCERS = /\.spec\.ts$|\/bench\/|^contracts\/src\/kafkajs\/producer\.ts$/;

const sources = (dir) =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'fixtures'].includes(entry.name)) return [];
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;
const importsOf = (path) =>
  [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, plain, dynamic]) => plain ?? dynamic);

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
const declaredIn = ({ dependencies, devDependencies }) =>
  Object.keys({ ...dependencies, ...devDependencies });
/** `@scope/name/file.js` → `@scope/name` */
const packageOf = (target) => /^(@[^/]+\/)?[^/]+/.exec(target)[0];

const wrong = [];
const graph = new Map();

for (const name of packages) {
  const declared = new Set([...declaredIn(manifestOf(name)), ...declaredIn(manifestOf('.'))]);
  for (const path of sources(join(root, name))) {
    const file = relative(root, path);
    const pure = Object.keys(PURE).find(
      (folder) => file.startsWith(`${folder}/`) && !WIRING.has(file) && !/\.spec\.tsx?$/.test(file),
    );
    if (pure)
      for (const name of impureIn(readFileSync(path, 'utf8')))
        wrong.push(`${file} is pure and names ${name}`);
    if (!MAKES_PRODUCERS.test(file) && /\.producer\(/.test(readFileSync(path, 'utf8')))
      wrong.push(`${file} makes a producer of kafkajs' own: contracts/src/kafkajs has createProducer`);
    const targets = [];
    for (const target of importsOf(path)) {
      if (target.startsWith('.')) {
        const found = relative(root, resolve(dirname(path), target)).replace(/\.jsx?$/, '');
        targets.push(found);
        if (!found.startsWith(`${name}/`)) wrong.push(`${file} reaches out of its package: ${target}`);
        if (pure && !PURE[pure].some((folder) => found.startsWith(`${folder}/`)))
          wrong.push(`${file} is pure and imports ${target}`);
        continue;
      }
      if (!target.startsWith('node:') && !declared.has(packageOf(target)))
        wrong.push(`${file} imports ${target}, which its package.json does not name`);
      const [, ours, folder] = /^@cryptonite\/([^/]+)(?:\/(.+))?$/.exec(target) ?? [];
      if (ours) {
        const below = ['contracts', ...(DEPLOY[name.replace(/^deploy\//, '')] ?? [])];
        if (!below.includes(ours) || name === 'contracts') wrong.push(`${file} imports ${target}`);
        if (DEPLOY[ours] && folder) targets.push(`deploy/${ours}/${folder.replace(/\.js$/, '')}`);
        if (name === 'web' && !WEB_SEES.has(folder))
          wrong.push(`${file} imports ${target}: web sees ${[...WEB_SEES].join(', ')}`);
      } else if (pure && !PURE_LIBRARIES.has(target)) wrong.push(`${file} is pure and imports ${target}`);
    }
    graph.set(file.replace(/\.tsx?$/, ''), targets);
  }
}

const state = new Map();
function visit(file, trail) {
  if (state.get(file) === 'done') return;
  if (state.get(file) === 'open') {
    wrong.push(`import cycle: ${[...trail.slice(trail.indexOf(file)), file].join(' → ')}`);
    return;
  }
  state.set(file, 'open');
  for (const target of graph.get(file) ?? []) if (graph.has(target)) visit(target, [...trail, file]);
  state.set(file, 'done');
}
for (const file of graph.keys()) visit(file, []);

for (const line of wrong) console.error(line);
console.log(`${graph.size} files, ${wrong.length} imports the wrong way`);
process.exit(wrong.length === 0 ? 0 : 1);
