import { expect, it } from 'vitest';
import { readEnvironment } from './environment.js';

const enough = { YELLOWSTONE_URL: 'https://grpc.example.org', KAFKA_BROKERS: 'a:9092, b:9093' };

it('needs a provider and brokers, and nothing else', () => {
  const env = readEnvironment({ ...enough, YELLOWSTONE_TOKEN: '', SOL_PRICE_URL: '' });
  expect(env.KAFKA_BROKERS).toBe('a:9092, b:9093');
  expect([env.YELLOWSTONE_TOKEN, env.SOL_PRICE_URL]).toEqual([undefined, undefined]);
  expect(env.YELLOWSTONE_CLIENT).toBe('grpc-js');
  expect(env.YELLOWSTONE_URL?.hostname).toBe('grpc.example.org');
});

it.each([
  [{ YELLOWSTONE_URL: 'ftp://x' }, 'YELLOWSTONE_URL: must be an http or https URL'],
  [
    { YELLOWSTONE_URL: undefined },
    'YELLOWSTONE_URL: or RPC_URLS must be given, and not both: an http or https URL',
  ],
  [{ RPC_URLS: 'wss://rpc.example' }, 'YELLOWSTONE_URL: or RPC_URLS must be given, and not both'],
  [
    { YELLOWSTONE_URL: undefined, RPC_URLS: 'https://rpc.example' },
    'must be ws or wss URLs, separated by commas',
  ],
  [{ RPC_REQUESTS_PER_SECOND: '2' }, 'RPC_REQUESTS_PER_SECOND: must be a number from 6 to 10000'],
  [{ RPC_REQUESTS_PER_SECOND: 'many' }, 'RPC_REQUESTS_PER_SECOND: must be a number from 6 to 10000'],
  [{ FOLLOWED_ACCOUNTS: '-1' }, 'FOLLOWED_ACCOUNTS: must be a whole number from 0 to 999999'],
  [{ YELLOWSTONE_CLIENT: 'other' }, 'YELLOWSTONE_CLIENT: must be grpc-js or official'],
  [{ KAFKA_BROKERS: 'host' }, 'KAFKA_BROKERS: must be host:port, several separated by commas'],
  [{ SOL_PRICE_USD: '-1' }, 'SOL_PRICE_USD'],
  [{ MIN_FREE_BYTES: 'much' }, 'MIN_FREE_BYTES'],
  [{ SOL_PRICE_USD: '1', SOL_PRICE_URL: 'http://x.org' }, 'cannot be given together with SOL_PRICE_URL'],
])('%j is refused in one line', (change, message) => {
  const read = () => readEnvironment({ ...enough, ...change });
  expect(read).toThrow(message);
  expect(read).not.toThrow('\n');
});

it('takes endpoints of an RPC in the provider’s place, with their keys', () => {
  const rpc = { YELLOWSTONE_URL: undefined, RPC_URLS: 'wss://a.example/?key=1,ws://b.example/2' };
  const env = readEnvironment({ ...enough, ...rpc });
  expect(env.RPC_URLS?.map(String)).toEqual(['wss://a.example/?key=1', 'ws://b.example/2']);
  expect([env.RPC_REQUESTS_PER_SECOND, env.FOLLOWED_ACCOUNTS]).toEqual([8, 10_000]);
});
