// Run in a package: removes from its dist what no source makes any more. The compiler leaves it there, and whoever runs
// or imports it would not notice that it is gone.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const sources = existsSync('src') ? 'src' : '.';
for (const file of readdirSync('dist', { recursive: true })) {
  const [, stem] = /^(.+?)(?:\.d)?\.(?:js|ts)(?:\.map)?$/.exec(file) ?? [];
  if (stem && !existsSync(join(sources, `${stem}.ts`))) rmSync(join('dist', file));
}
