import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { METRICS } from './index.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const ALL = Object.entries(METRICS).flatMap(([service, metrics]) =>
  Object.entries(metrics).map(([name, { kind, help }]: [string, { kind: string; help: string }]) => ({
    service,
    name,
    kind,
    help,
  })),
);

it('each is named for its service, and for its unit as Prometheus has it', () => {
  for (const { service, name, kind, help } of ALL) {
    expect(name.startsWith(`${service.replace('-', '_')}_`), name).toBe(true);
    expect(name.endsWith('_total'), name).toBe(kind === 'counter');
    if (kind === 'histogram') expect(name).toMatch(/_seconds$/);
    if (name.endsWith('_seconds')) expect(help).toContain('seconds');
    expect(help).toMatch(/^[A-Z0-9].*\.$/);
  }
});

it('each is seen moving by a spec of its service', () => {
  const specs = ['ingest', 'processors', 'query-api'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.spec.ts') && !path.includes('node_modules'))
      .map((path) => readFileSync(join(root, folder, path), 'utf8')),
  );
  const unseen = ALL.filter(({ name }) => !specs.some((text) => text.includes(name)));
  expect(unseen.map(({ name }) => name)).toEqual([]);
});
