import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What runs beside the market, by its entries. */
const ENTRIES = [
  'ingest/src/main.ts',
  ...readdirSync(join(root, 'processors/src'))
    .map((folder) => `processors/src/${folder}/main.ts`)
    .filter((file) => existsSync(join(root, file))),
  'query-api/src/main.ts',
];

const IMPORT =
  /(?:import|export)\s(?:type\s)?(?:([^'";]*?)\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

interface Import {
  file: string;
  names: string;
  target: string;
}

/** All imports of a module and of those of the project that it imports. */
function importsFrom(file: string, seen: Set<string>): Import[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].flatMap(([, names = '', plain, dynamic]) => {
    const target = plain ?? dynamic!;
    const own = { file, names: names.replaceAll(/[{}\s]+/g, ' ').trim(), target };
    const path = target.startsWith('.')
      ? relative(root, resolve(root, dirname(file), target)).replace(/\.js$/, '.ts')
      : target.replace(/^@cryptonite\/contracts\/(.+)$/, 'contracts/src/$1/index.ts');
    return path.endsWith('.ts') && existsSync(join(root, path)) ? [own, ...importsFrom(path, seen)] : [own];
  });
}

/** The sources in a folder and those below. */
function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesIn(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const seen = new Set<string>();
const imports = ENTRIES.flatMap((entry) => importsFrom(entry, seen));

/**
 * What imports the means to open or look at files, and why. A line more here is a way more to read the truth. Which
 * files they open is seen where all of them run: e2e/market.e2e.spec.ts.
 */
const TOUCHES_FILES: Readonly<Record<string, string>> = {
  // Files that variables name, as secrets are mounted.
  'contracts/src/environment/index.ts': 'readFileSync',
  // Free space of the data folder.
  'contracts/src/local-users/index.ts': 'readFile',
  'ingest/src/publish/disk-guard.ts': 'statfs',
  'query-api/src/modules/health/folder-bytes.ts': 'lstat, readdir',
  'query-api/src/modules/health/store-probe.ts': 'statfs',
  // Snapshots of states in a folder of their own.
  'processors/src/runtime/snapshot.ts': 'type FileHandle, mkdir, open, rename, rm',
  // What was fetched, and pictures, in folders of their own; the process that decodes them.
  'processors/src/enrichers/fetch/cache.ts': 'mkdir, readdir, readFile, rename, rm, stat, writeFile',
  'processors/src/enrichers/pictures/decoder.ts': 'type ChildProcess, spawn',
  // Whether that process can still open any: it must not.
  'processors/src/enrichers/pictures/confine.ts': 'closeSync, openSync',
  'processors/src/enrichers/pictures/decoder-server.ts': 'rmSync',
  'processors/src/enrichers/pictures/pictures-store.ts': 'rename, rm, utimes, writeFile',
  'query-api/src/modules/pictures/queries/get-picture/get-picture.handler.ts': 'readFile',
  // What became of launches by pattern: the file that operators have made, and its reader.
  'processors/src/fit-patterns/main.ts': 'existsSync, readFileSync, renameSync, writeFileSync',
  'query-api/src/platform/patterns/fitted-patterns.ts': 'readFile, stat',
  // Whether the pages are there, and the pages.
  'query-api/src/platform/config/config.ts': 'statSync',
  'query-api/src/platform/http/web-files.ts': 'readdirSync, readFileSync',
};

describe('the truth of the market', () => {
  it('is looked for in all services', () => {
    expect(ENTRIES.length).toBeGreaterThanOrEqual(4);
    expect(seen.size).toBeGreaterThan(100);
  });

  it('is imported by none of them', () => {
    expect(imports.filter(({ target }) => /deploy|market/.test(target))).toEqual([]);
    expect([...seen].filter((file) => file.startsWith('deploy'))).toEqual([]);
  });

  it('is out of reach but for a few: all that can touch files is known', () => {
    const touching = imports.filter(({ target }) =>
      /^(node:)?(fs|fs\/promises|child_process|worker_threads)$/.test(target),
    );
    expect(Object.fromEntries(touching.map(({ file, names }) => [file, names]))).toEqual(TOUCHES_FILES);
    // Nor by a name that is made up at run time.
    for (const file of seen)
      expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(
        /createRequire|getBuiltinModule|process\.binding/,
      );
  });

  it('is named by nobody but the market, who starts it, and who looks that nobody else does', () => {
    const files = ['contracts', 'ingest', 'processors', 'query-api', 'web', 'deploy'].flatMap(sourcesIn);
    const naming = files.filter((file) =>
      /TRUTH_DIR|market-truth/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(naming.sort()).toEqual([
      'deploy/e2e/market.e2e.spec.ts',
      'deploy/market/generate-main.ts',
      'deploy/market/generate.ts',
      'deploy/market/main.ts',
      'deploy/market/truth-apart.spec.ts',
      'deploy/standalone/supervisor/standalone.ts',
    ]);
  });
});
