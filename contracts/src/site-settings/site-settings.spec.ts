import { expect, it } from 'vitest';
import { SOL_MINT, USDC_MINT } from '../chain/index.js';
import { SiteSettings } from './index.js';

const LINK_WALLET = 'https://phantom.com/download';

it('needs none, and knows how much the gate takes', () => {
  const least = {
    GATE_MINIMUM: 1_000_000,
    ADMIN_WALLETS: [],
    OPERATOR_WALLETS: [],
    TRUSTED_PROXIES: [],
    LINK_WALLET,
  };
  expect(SiteSettings.parse({})).toEqual(least);
});

it('reads what an operator says', () => {
  const links = { LINK_APP_STORE: 'https://store.example/app', LINK_TELEGRAM: 'https://t.me/made_up' };
  expect(
    SiteSettings.parse({
      ADMIN_WALLETS: `${SOL_MINT}, ${USDC_MINT}`,
      OPERATOR_WALLETS: USDC_MINT,
      GATE_TOKEN_MINT: USDC_MINT,
      GATE_MINIMUM: '5',
      SITE_ORIGIN: 'https://screener.example/',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32',
      APK_SIGNER_SHA256: `AB:${'0'.repeat(62)}`,
      SOLANA_RPC_URL: 'https://rpc.example/v1?key=abc',
      SUPPORT_EMAIL: 'help@screener.example',
      ...links,
    }),
  ).toEqual({
    ADMIN_WALLETS: [SOL_MINT, USDC_MINT],
    OPERATOR_WALLETS: [USDC_MINT],
    GATE_TOKEN_MINT: USDC_MINT,
    GATE_MINIMUM: 5,
    SITE_ORIGIN: 'https://screener.example',
    TRUSTED_PROXIES: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
    APK_SIGNER_SHA256: `ab${'0'.repeat(62)}`,
    SOLANA_RPC_URL: 'https://rpc.example/v1?key=abc',
    SUPPORT_EMAIL: 'help@screener.example',
    LINK_WALLET,
    ...links,
  });
});

const networks = 'takes IP addresses and networks such as 10.0.0.0/8, separated by commas';
const server = 'takes the http:// or https:// address of a server, without a user and a path';
it.each([
  ['SOLANA_RPC_URL', 'wss://node.example', 'takes an http:// or https:// address without a user'],
  ['SOLANA_RPC_URL', 'https://me:secret@node.example', 'takes an http:// or https:// address without a user'],
  ['GATE_TOKEN_MINT', 'CRPT', 'takes the base58 address of a mint'],
  ['GATE_TOKEN_MINT', 'z'.repeat(44), 'takes the base58 address of a mint'],
  ['GATE_MINIMUM', '0', 'takes a whole number of tokens, 1 or more'],
  ['GATE_MINIMUM', '1e6', 'takes a whole number of tokens, 1 or more'],
  ['ADMIN_WALLETS', `${SOL_MINT},me`, 'takes base58 addresses of wallets, separated by commas'],
  ['OPERATOR_WALLETS', 'me', 'takes base58 addresses of wallets, separated by commas'],
  ['SITE_ORIGIN', 'screener.example', server],
  ['SITE_ORIGIN', 'https://screener.example/app', server],
  ['SITE_ORIGIN', 'https://me@screener.example', server],
  ['TRUSTED_PROXIES', 'proxy.example', networks],
  ['TRUSTED_PROXIES', '10.0.0.0/33', networks],
  ['TRUSTED_PROXIES', '::1/129', networks],
  ['TRUSTED_PROXIES', '10.0.0.0/', networks],
  ['TRUSTED_PROXIES', '10.0.0.1,', networks],
  ['APK_SIGNER_SHA256', 'ab', 'takes the SHA-256 of a certificate, 64 hexadecimal digits'],
  ['LINK_CHART', 'http://chart.example', 'takes an https:// address'],
  ['LINK_SOCIAL', 'javascript:alert(1)', 'takes an https:// address'],
  ['SECURITY_CONTACT', 'http://screener.example', 'takes an e-mail address or an https:// address'],
  ['SUPPORT_EMAIL', 'help', 'takes an e-mail address'],
])('refuses %s %s', (name, value, message) => {
  const { error } = SiteSettings.safeParse({ [name]: value });
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([[name, message]]);
});
