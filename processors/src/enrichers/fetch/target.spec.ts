import { expect, it } from 'vitest';
import { FetchFailed } from './fetch-failed.js';
import { nextTarget, readTarget, refuseOddPort } from './target.js';

const failureOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof FetchFailed) return error.failure;
    throw error;
  }
};

it.each([
  'ftp://example.com/a',
  'file:///etc/passwd',
  'data:text/html,<script>alert(1)</script>',
  'javascript:alert(1)',
  'gopher://127.0.0.1:6379/_SET',
  'ipfs://bafkreib',
  'http://user@example.com/',
  'http://:secret@example.com/',
  'https://x.com@evil.example/login',
  'http://[fe80::1%25eth0]/',
  'http://1.2.3.4.5.6:port/',
  'http://256.256.256.256/',
  '//example.com/a',
  'example.com',
  '',
  `https://example.com/${'a'.repeat(2_048)}`,
])('%s is not asked', (text) => {
  expect(failureOf(() => readTarget(text))).toBe('no-address');
});

it.each([
  ['http://example.com', null],
  ['https://example.com:443/', null],
  ['http://example.com:8080/', null],
  ['https://example.com:8443/', null],
  ['http://example.com:25/', 'no-address'],
  ['http://example.com:6379/', 'no-address'],
  ['https://example.com:19092/', 'no-address'],
])('of ports, %s is %s', (text, failure) => {
  expect(failureOf(() => refuseOddPort(readTarget(text)))).toBe(failure);
});

const from = new URL('https://example.com/a/b?c=d');

it.each([
  ['/x', 'https://example.com/x'],
  ['x?y', 'https://example.com/a/x?y'],
  ['//other.example/x', 'https://other.example/x'],
  ['https://other.example/x#y', 'https://other.example/x#y'],
])('a redirect to %s leads to %s', (location, href) => {
  expect(nextTarget(from, location).href).toBe(href);
});

it.each([
  [undefined, 'refused'],
  [['https://a.example', 'https://b.example'], 'refused'],
  ['https://[', 'refused'],
  ['http://example.com/x', 'refused'],
  ['file:///etc/passwd', 'no-address'],
  ['https://user@example.com/', 'no-address'],
  [`/${'a'.repeat(3_000)}`, 'no-address'],
])('a redirect to %s is not followed', (location, failure) => {
  expect(failureOf(() => nextTarget(from, location))).toBe(failure);
});

it('a redirect from http may lead to either', () => {
  expect(nextTarget(new URL('http://example.com/'), 'http://other.example/').protocol).toBe('http:');
  expect(nextTarget(new URL('http://example.com/'), 'https://other.example/').protocol).toBe('https:');
});
