import bs58 from 'bs58';
import { afterEach, expect, it, vi } from 'vitest';
import { WalletFailure } from '../../../lib/wallet-failure';
import { loginFailure } from '../model/login-failure';
import { signIn } from './sign-in';

const walletAddress = '7xKpAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA9fQ2';
const user = { walletAddress, username: 'night-heron', roles: [], badges: [], createdAt: 1 };

const challenge = {
  message: 'sign this',
  fields: {
    domain: 'site.example',
    address: walletAddress,
    statement: 'Sign in.',
    version: '1',
    chainId: 'solana:mainnet',
    nonce: 'n',
    issuedAt: '2026-01-01T12:00:00.000Z',
    expirationTime: '2026-01-01T12:05:00.000Z',
  },
  nonce: 'n',
  expiresAt: 1,
};

afterEach(() => vi.unstubAllGlobals());

/** What the server is sent. */
function serve(): unknown[] {
  const sent: unknown[] = [];
  const answers: Record<string, unknown> = {
    '/api/auth/challenge': challenge,
    '/api/auth/login': { success: true, user, error: null },
  };
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (body) sent.push(JSON.parse(String(body)));
    return new Response(JSON.stringify(answers[path]));
  });
  return sent;
}

it('has the wallet sign the words of the server and sends the signature as base58', async () => {
  const sent = serve();
  const signature = new Uint8Array(64).fill(9);
  const sign = vi.fn(async (_challenge: object) => signature);
  expect(await signIn({ walletAddress, username: 'night-heron', sign })).toEqual(user);
  expect(sign).toHaveBeenCalledExactlyOnceWith(challenge);
  const username = 'night-heron';
  expect(sent).toEqual([
    { walletAddress, username },
    { walletAddress, signature: bs58.encode(signature), username },
  ]);
});

it.each([
  [
    'of the wallet in its words',
    new WalletFailure('No wallet is connected'),
    'Login failed. No wallet is connected.',
  ],
  ['of the page as nobody’s, whatever its kind', new TypeError('x is undefined'), 'Login failed'],
])('says a fault %s', async (_what, fault, text) => {
  const sent = serve();
  const sign = () => Promise.reject(fault);
  const error = await signIn({ walletAddress, username: 'night-heron', sign }).catch((thrown) => thrown);
  expect(loginFailure(error)).toBe(text);
  // A message to sign, and nothing signed.
  expect(sent).toEqual([{ walletAddress, username: 'night-heron' }]);
});
