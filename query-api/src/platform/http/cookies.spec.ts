import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('../..', import.meta.url));

/* The privacy policy prints every cookie by name: `setCookie` takes no other, so nothing may set one without it. */
it('sets cookies in one place', () => {
  const setting = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .filter((path) => /set-cookie|\.cookie\(/i.test(readFileSync(join(src, path), 'utf8')));
  expect(setting).toEqual(['platform/http/cookies.ts']);
});
