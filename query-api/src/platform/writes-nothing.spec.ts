import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('..', import.meta.url));

/* Events are kept for good: nothing of a wallet that signed in may get among them, as no deletion would find it there. */
it('neither Kafka nor ClickHouse is written to', () => {
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => [path, readFileSync(join(src, path), 'utf8')] as const);
  const reading = sources.filter(([, text]) => /\.consumer\(|clickhouse\.query\(/i.test(text));
  const writing = sources.filter(([, text]) =>
    /\.producer\(|clickhouse\.(insert|exec|command)\((?!\{ query: 'SELECT)/i.test(text),
  );
  expect(reading.length).toBeGreaterThan(1);
  expect(writing.map(([path]) => path)).toEqual([]);
});
