import { expect, it } from 'vitest';
import { STORED } from './stored-keys';

const code = Object.entries(
  import.meta.glob<string>(['../**/*.{ts,tsx}', '../../public/*.js', '!../**/*.spec.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
const whereFound = (what: RegExp) => code.flatMap(([path, text]) => (what.test(text) ? path : []));

/* The privacy policy says what a browser keeps: what it prints is made of this table, and storage takes no other key. */
it('has a word for the key that is read before the first paint', () => {
  const asked = code
    .filter(([path]) => path.endsWith('public/theme.js'))
    .flatMap(([, text]) => [...text.matchAll(/getItem\('([^']+)'\)/g)].map(([, key]) => key));
  expect(asked).toEqual(['theme']);
  expect(STORED).toHaveProperty('theme');
});

it('names no key that nothing uses', () => {
  const unused = Object.keys(STORED).filter(
    (key) => !code.some(([path, text]) => !path.endsWith('/stored-keys.ts') && text.includes(`'${key}'`)),
  );
  expect(unused).toEqual([]);
});

it('is all that a browser keeps for the page', () => {
  expect(whereFound(/\blocalStorage\b/).sort()).toEqual(['../../public/theme.js', './storage.ts']);
  expect(
    whereFound(/\b(sessionStorage|indexedDB|cookieStore|caches\.open)\b|document\.cookie\s*=[^=]/),
  ).toEqual([]);
});
