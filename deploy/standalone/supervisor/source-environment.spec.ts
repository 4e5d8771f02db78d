import { expect, it } from 'vitest';
import { UsageError } from './options.js';
import { checkSourceEnvironment } from './source-environment.js';

const market = { kind: 'market' } as const;
const provider = (url: string) => ({ kind: 'provider', url }) as const;

it('takes what the services take, and an empty variable for none', () => {
  const services = { SERVICE_FAULTS: '0.5', SERVICE_LIMITS: '0' };
  const env = { YELLOWSTONE_CLIENT: 'official', FAULT_PORT: '0', ...services, PATH: '/bin' };
  expect(() => checkSourceEnvironment(env, market)).not.toThrow();
  expect(() => checkSourceEnvironment({ FAULT_PORT: '', YELLOWSTONE_CLIENT: '' }, market)).not.toThrow();
});

it.each([
  [{ YELLOWSTONE_CLIENT: 'curl' }, 'YELLOWSTONE_CLIENT takes grpc-js or official.'],
  [{ FAULT_PORT: '65536' }, 'FAULT_PORT takes a port from 0 to 65535.'],
  [{ SERVICE_FAULTS: '-1' }, 'SERVICE_FAULTS takes a number, 0 or more.'],
  [{ ENRICHERS: 'no' }, 'ENRICHERS takes 0 or 1.'],
  [
    { CRPT_HOLDERS: 'me=5' },
    'CRPT_HOLDERS takes address=tokens with at most 6 decimals, more of them after commas.',
  ],
  [{ SERVICE_LIMITS: 'none' }, 'SERVICE_LIMITS takes 0 or 1.'],
  [
    { IPFS_GATEWAYS: 'https://ipfs.io, dweb.link' },
    'IPFS_GATEWAYS takes http:// or https:// addresses without a user, separated by commas.',
  ],
  [{ X_BEARER_TOKEN: 'two words' }, 'X_BEARER_TOKEN takes a token, without spaces.'],
  [{ TELEGRAM_PER_SECOND: '0' }, 'TELEGRAM_PER_SECOND takes a whole number above 0.'],
])('refuses %j', (env, message) => {
  expect(() => checkSourceEnvironment(env, market)).toThrow(UsageError);
  expect(() => checkSourceEnvironment(env, market)).toThrow(message);
});

it('asks for the token of a provider, but not of a server without TLS', () => {
  const far = provider('https://grpc.example.com/path');
  expect(() => checkSourceEnvironment({}, far)).toThrow(
    /^--source https:\/\/grpc\.example\.com needs .*YELLOWSTONE_TOKEN/,
  );
  expect(() => checkSourceEnvironment({ YELLOWSTONE_TOKEN: 'x' }, far)).not.toThrow();
  expect(() => checkSourceEnvironment({}, provider('http://127.0.0.1:10000'))).not.toThrow();
});
