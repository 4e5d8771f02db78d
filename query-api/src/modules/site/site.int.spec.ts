import { SiteConfig } from '@cryptonite/contracts/api';
import supertest from 'supertest';
import { afterEach, expect, it } from 'vitest';
import { startApp } from '../../../testing/start-app.js';

let running: Awaited<ReturnType<typeof startApp>>;
afterEach(() => running.app.close());

async function configOf(env: Record<string, string>): Promise<SiteConfig> {
  running = await startApp(env);
  const { body } = await supertest(running.server).get('/api/config').expect(200);
  return SiteConfig.parse(body);
}

const configured = ({ sources }: SiteConfig) =>
  sources.flatMap(({ name, isConfigured }) => (isConfigured ? [name] : []));

it('says what is not configured: no links, no gate, nothing to sign in with', async () => {
  const config = await configOf({});
  expect(config).toMatchObject({
    links: { appStore: null, chart: null, social: null, telegram: null },
    supportEmail: null,
    gate: { mint: null, minimum: 1_000_000, symbol: 'CRPT', balancesFrom: null },
  });
  expect(configured(config)).toEqual([]);
});

it('says what the operator has set, and no address or secret of a store', async () => {
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const secrets = {
    POSTGRES_URL: 'postgres://query_api:secret-one@127.0.0.1:1/cryptonite',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY_ID: 'secret-two',
    S3_SECRET_ACCESS_KEY: 'secret-three',
    SOLANA_RPC_URL: 'http://127.0.0.1:1/?key=secret-four',
  };
  const config = await configOf({
    ...secrets,
    SOLANA_RPC_FROM: 'market simulator',
    ENRICHED_BY: 'metadata',
    GATE_TOKEN_MINT: mint,
    GATE_MINIMUM: '5',
    LINK_CHART: 'https://chart.example/crpt',
    SUPPORT_EMAIL: 'help@screener.example',
  });
  expect(config).toMatchObject({
    links: { appStore: null, chart: 'https://chart.example/crpt' },
    supportEmail: 'help@screener.example',
    gate: { mint, minimum: 5, symbol: 'CRPT', balancesFrom: 'market simulator' },
  });
  expect(configured(config)).toEqual(['metadata', 'signIn', 'files', 'balances']);
  expect(JSON.stringify(config)).not.toMatch(/secret|127\.0\.0\.1/);
});
