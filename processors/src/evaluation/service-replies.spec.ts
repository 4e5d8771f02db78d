import type { ServiceReply } from '@cryptonite/contracts/evaluation';
import { expect, it } from 'vitest';
import { FetchFailed } from '../enrichers/fetch/fetch-failed.js';
import { bytesOf, jsonOf } from './service-replies.js';

const reply = (changes: Partial<ServiceReply>): ServiceReply => ({
  ...{ status: 200, body: Buffer.from('{"a":1}'), delayMs: 0, times: 1, isCut: false },
  ...changes,
});
const failureOf = (changes: Partial<ServiceReply>): string => {
  try {
    jsonOf(reply(changes));
  } catch (error) {
    if (error instanceof FetchFailed) return error.failure;
    throw error;
  }
  return 'none';
};

it.each([
  ['none', {}],
  ['none', { delayMs: 8_000 }],
  ['too-slow', { delayMs: 600_000 }],
  ['cut', { isCut: true }],
  ['too-large', { times: 1_024 }],
  ['private-address', { status: 302 }],
  ['not-found', { status: 404 }],
  ['refused', { status: 504 }],
  ['unreadable', { body: Buffer.from('{"a":') }],
] as const)('%s', (failure, changes) => expect(failureOf(changes)).toBe(failure));

it('a whole reply is what it says', () => {
  expect(jsonOf(reply({}))).toEqual({ a: 1 });
  // As it comes from another process.
  expect(bytesOf(reply({ body: new Uint8Array([104, 105]) })).toString()).toBe('hi');
});
