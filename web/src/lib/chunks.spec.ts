import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '..');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path))
  .map((path) => readFileSync(join(src, path), 'utf8'));

it('every part with code of its own is called as its file is, by which the manifest has it', () => {
  const parts = sources.flatMap((text) => [...text.matchAll(/import\('([^']+)'\)/g)].map(([, path]) => path));
  const named = sources.flatMap((text) =>
    [...text.matchAll(/[aA]head\(\s*'([^']+)', \(\) =>\s*import\('[^']*\/([^'/]+)'\)/g)].map(
      ([, name, file]) => [name, file],
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named).toHaveLength(parts.length);
  for (const [name, file] of named) expect(name).toBe(file);
});
