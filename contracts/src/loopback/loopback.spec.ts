import { expect, it } from 'vitest';
import { isLoopback, isLoopbackHost } from './index.js';

it.each([
  ['127.0.0.1', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['localhost.example', false],
])('an address %s is reached from this machine alone: %s', (address, isHere) => {
  expect(isLoopback(address)).toBe(isHere);
});

it.each([
  ['127.0.0.1:4000', true],
  ['localhost:4000', true],
  ['[::1]:4000', true],
  ['localhost', true],
  ['rebound.example:4000', false],
  ['127.0.0.1.example', false],
  ['', false],
])('a Host header %s names this machine: %s', (host, isHere) => {
  expect(isLoopbackHost(host)).toBe(isHere);
});
