import { expect, it } from 'vitest';
import { contentSecurityPolicy } from './security-headers.js';

const connecting = (filesAt: string | null) =>
  contentSecurityPolicy(filesAt)
    .split('; ')
    .filter((rule) => rule.includes('connect-src'));

it('lets the page send to itself and to exactly the configured object store', () => {
  expect(connecting(null)).toEqual(["connect-src 'self'"]);
  expect(connecting('https://files.example')).toEqual(["connect-src 'self' https://files.example"]);
  expect(contentSecurityPolicy('https://files.example').match(/files\.example/g)).toHaveLength(1);
});
