import { expect, it } from 'vitest';

const sources = Object.entries(
  import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
).flatMap(([path, text]) => (/\.spec\.tsx?$/.test(path) ? [] : [text]));

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
