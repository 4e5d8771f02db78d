import { expect, it } from 'vitest';
import { UsageError } from './options.js';
import { checkSiteEnvironment, pageAt, siteOf } from './site-environment.js';

const market = {
  SOLANA_RPC_URL: 'http://127.0.0.1:10001',
  SOLANA_RPC_FROM: 'market simulator',
  GATE_TOKEN_MINT: 'mint of the market',
};

it('hands on what the operator set, and nothing else', () => {
  const set = { ADMIN_WALLETS: 'somebody', GATE_TOKEN_MINT: 'mine', SOLANA_RPC_URL: 'https://rpc.example' };
  const env = { ...set, LINK_CHART: '', PATH: '/bin', S3_ENDPOINT: 'http://host' };
  const provider = { kind: 'provider', url: 'https://grpc.example' } as const;
  expect(siteOf(provider, market, env)).toEqual(set);
  expect(siteOf({ kind: 'tape', file: 'monday.tape' }, market, {})).toEqual({});
});

it('lets a proxy reach the page where it has it for others', () => {
  const provider = { kind: 'provider', url: 'https://grpc.example' } as const;
  const set = { SITE_ORIGIN: 'https://screener.example', TRUSTED_PROXIES: '10.0.0.1', HOST: '10.0.0.2' };
  expect(siteOf(provider, market, set)).toEqual(set);
  // Many systems set it for themselves.
  expect(siteOf(provider, market, { HOST: '10.0.0.2' })).toEqual({});
  expect([undefined, '0.0.0.0', '::', '10.0.0.2', '::1'].map((host) => pageAt(host, 4000))).toEqual([
    'http://127.0.0.1:4000',
    'http://127.0.0.1:4000',
    'http://127.0.0.1:4000',
    'http://10.0.0.2:4000',
    'http://[::1]:4000',
  ]);
});

it('asks the simulated market for the balances of its own gate token', () => {
  const env = { SUPPORT_EMAIL: 'help@screener.example', SOLANA_RPC_URL: 'https://rpc.example' };
  expect(siteOf({ kind: 'market' }, market, env)).toEqual({ ...market, SUPPORT_EMAIL: env.SUPPORT_EMAIL });
});

it('refuses what query-api would refuse, before anything runs', () => {
  expect(() => checkSiteEnvironment({ SITE_ORIGIN: '', PATH: '/bin' })).not.toThrow();
  const wrong = () => checkSiteEnvironment({ ADMIN_WALLETS: 'me', LINK_CHART: 'chart' });
  expect(wrong).toThrow(UsageError);
  expect(wrong).toThrow(
    'ADMIN_WALLETS takes base58 addresses of wallets, separated by commas. LINK_CHART takes an https:// address.',
  );
});
