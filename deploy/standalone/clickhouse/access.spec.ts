import { expect, test } from 'vitest';
import { checkCaller, findCaller } from './access.js';

const me = { user: 'me', password: 'a:b' };
const reader = { user: 'reader', password: 'c' };
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

test.each([basic('me:a:b'), { 'x-clickhouse-user': 'me', 'x-clickhouse-key': 'a:b' }])(
  'accepts %o',
  (headers) => {
    expect(findCaller(headers, [reader, me])).toBe(me);
  },
);

test.each([
  {},
  basic('me:'),
  basic('me:a:b '),
  basic('you:a:b'),
  basic('reader:a:b'),
  basic('me:c'),
  basic('me'),
  { authorization: 'Bearer me' },
  { 'x-clickhouse-user': 'me' },
])('refuses %o', (headers) => {
  expect(() => findCaller(headers, [reader, me])).toThrow(/Authentication failed/);
});

test.each([
  { host: '127.0.0.1:8123' },
  { host: 'localhost:8123' },
  { host: 'localhost:8123', origin: 'http://localhost:8123' },
  { host: 'localhost:8123', 'sec-fetch-site': 'same-origin' },
  { host: 'localhost:8123', 'sec-fetch-site': 'none' },
])('serves %o', (headers) => {
  expect(() => checkCaller(headers, 8123)).not.toThrow();
});

test.each([
  {},
  { host: 'evil.example:8123' },
  { host: '127.0.0.1:8124' },
  { host: '127.0.0.1' },
  { host: 'localhost:8123', origin: 'http://evil.example' },
  { host: 'localhost:8123', origin: 'null' },
  { host: 'localhost:8123', 'sec-fetch-site': 'cross-site' },
  { host: 'localhost:8123', 'sec-fetch-site': 'same-site' },
  { host: 'localhost:8123', origin: 'https://localhost:8123' },
])('does not serve %o', (headers) => {
  expect(() => checkCaller(headers, 8123)).toThrow();
});
