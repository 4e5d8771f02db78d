import { expect, it } from 'vitest';
import { enrichersOf } from './enrichers.js';

const SERVICES_URL = 'http://127.0.0.1:10001';
const provider = { kind: 'provider', url: 'https://grpc.example.com' } as const;

it('ask the market alone about its launches, whatever the environment names', () => {
  const environment = {
    SOLANA_RPC_URL: 'https://node.example',
    X_BEARER_TOKEN: 'secret',
    RPC_PER_10_SECONDS: '100',
  };
  const enrichers = enrichersOf({ kind: 'market' }, SERVICES_URL, environment);
  expect(enrichers?.enrichedBy).toEqual([
    'metadata',
    'boosts',
    'posts',
    'accounts',
    'telegram',
    'mints',
    'websites',
  ]);
  const { RPC_PER_10_SECONDS, X_BEARER_TOKEN, TELEGRAM_BOT_TOKEN, STRANGERS, ...addresses } =
    enrichers?.env ?? {};
  expect([RPC_PER_10_SECONDS, X_BEARER_TOKEN, TELEGRAM_BOT_TOKEN]).toEqual(['100', 'made-up', 'made-up']);
  expect(STRANGERS).toBe('0');
  expect(new Set(Object.values(addresses))).toEqual(new Set([SERVICES_URL]));
});

it("ask public services about a provider's launches, and others where the environment says whom", () => {
  const plain = enrichersOf(provider, SERVICES_URL, { X_BEARER_TOKEN: '', SOLANA_RPC_URL: '' });
  expect(plain).toEqual({
    env: {
      IPFS_GATEWAYS: 'https://ipfs.io,https://dweb.link',
      DEXSCREENER_URL: 'https://api.dexscreener.com',
    },
    enrichedBy: ['metadata', 'boosts', 'websites'],
  });
  const environment = {
    IPFS_GATEWAYS: 'http://10.0.0.1:8080',
    TELEGRAM_BOT_TOKEN: '1:a',
    SOLANA_RPC_URL: 'https://n',
  };
  expect(enrichersOf(provider, SERVICES_URL, environment)).toMatchObject({
    env: environment,
    enrichedBy: ['metadata', 'boosts', 'telegram', 'mints', 'websites'],
  });
});

it('ask nobody where the environment says so', () => {
  expect(enrichersOf(provider, SERVICES_URL, { ENRICHERS: '0' })).toBeNull();
  expect(enrichersOf({ kind: 'market' }, SERVICES_URL, { ENRICHERS: '0' })).toBeNull();
});

it('ask nobody about what a tape plays again', () => {
  expect(
    enrichersOf({ kind: 'tape', file: 'a.tape' }, SERVICES_URL, { SOLANA_RPC_URL: 'https://n' }),
  ).toBeNull();
});
