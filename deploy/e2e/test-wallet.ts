/** A wallet that speaks Wallet Standard in the page, and whose Ed25519 keys stay in the test's process. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { encodeKey } from '@cryptonite/market/base58.js';
import type { BrowserContext, Page } from 'playwright-core';

export type TestKey = { address: string; publicKey: number[]; sign: (bytes: Uint8Array) => Uint8Array };

/** DER of an Ed25519 private key up to its seed (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

function keyOf(key: KeyObject): TestKey {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    address: encodeKey(publicKey.toString('latin1')),
    publicKey: [...publicKey],
    sign: (bytes) => sign(null, bytes, key),
  };
}

export const newKey = (): TestKey => keyOf(generateKeyPairSync('ed25519').privateKey);

/** Of a seed, with the public key behind it or not. */
export const keyFrom = (seed: Buffer): TestKey =>
  keyOf(
    createPrivateKey({
      key: Buffer.concat([PKCS8_HEAD, seed.subarray(0, 32)]),
      format: 'der',
      type: 'pkcs8',
    }),
  );

export const WALLET_NAME = 'Test Wallet';

/** What a test has the wallet do, in the page as `window.testWallet`. */
export type WalletControls = {
  /** Shows another account, or none, as a viewer would choose it in the wallet. */
  switchTo: (address: string | null) => void;
  /** `refuse`: the viewer says no. `wait`: says nothing yet, until {@link answer}. */
  become: (manner: 'willing' | 'refuse' | 'wait') => void;
  answer: () => void;
  /** Signs with the key of another account from here on. */
  signAs: (address: string) => void;
  /** Signs texts in the envelope of a hardware wallet from here on. */
  wrap: () => void;
};
/** The feature by which it signs texts, if any. */
type Signs = 'signIn' | 'signMessage' | 'nothing';
declare global {
  interface Window {
    testWallet: WalletControls;
  }
}

/** Puts the wallet into every page of `context`: its first key is the account that it shows. */
export async function installWallet(
  context: BrowserContext,
  keys: readonly TestKey[],
  signs: Signs = 'signMessage',
): Promise<void> {
  await context.exposeFunction('testWalletSign', (address: string, message: number[]) => {
    const key = keys.find((each) => each.address === address);
    return key ? [...key.sign(Uint8Array.from(message))] : null;
  });
  const accounts = keys.map(({ address, publicKey }) => ({ address, publicKey }));
  await context.addInitScript(walletInPage, { name: WALLET_NAME, accounts, signs });
}

/** As Playwright runs it in the page: it names nothing of this file. */
function walletInPage({
  name,
  accounts,
  signs,
}: {
  name: string;
  accounts: { address: string; publicKey: number[] }[];
  signs: Signs;
}): void {
  type Account = ReturnType<typeof accountOf>;
  type Registry = { register: (wallet: unknown) => void };
  const CHAINS = ['solana:mainnet', 'solana:devnet'];
  const accountOf = ({ address, publicKey }: { address: string; publicKey: number[] }) => ({
    address,
    publicKey: Uint8Array.from(publicKey),
    chains: CHAINS,
    features: ['solana:signTransaction', ...(signs === 'signMessage' ? ['solana:signMessage'] : [])],
  });
  const all = accounts.map(accountOf);
  const listeners = new Set<(change: { accounts: Account[] }) => void>();
  // A wallet remembers the sites that it was connected to, and which account the viewer chose last.
  const TRUSTED = 'test-wallet-trusts';
  const CHOSEN = 'test-wallet-chosen';
  let manner: 'willing' | 'refuse' | 'wait' = 'willing';
  let signer: string | null = null;
  let isWrapped = false;
  let answer = () => {};
  const chosen = () =>
    all.filter(({ address }) => address === (localStorage.getItem(CHOSEN) ?? all[0]?.address));
  const ask = async () => {
    if (manner === 'refuse') throw new Error('User rejected the request.');
    if (manner === 'wait')
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
  };
  /** Version 0 of the envelope: an empty application domain, UTF-8, one signer. */
  const wrapped = ({ publicKey }: Account, message: Uint8Array) =>
    Uint8Array.from([
      ...[0xff, ...new TextEncoder().encode('solana offchain'), 0, ...Array<number>(32).fill(0), 1, 1],
      ...[...publicKey, message.length & 0xff, message.length >> 8, ...message],
    ]);
  const sign = async (account: Account, message: Uint8Array) => {
    await ask();
    const signedMessage = isWrapped ? wrapped(account, message) : message;
    const { testWalletSign } = window as unknown as {
      testWalletSign: (address: string, message: number[]) => Promise<number[]>;
    };
    const signature = await testWalletSign(signer ?? account.address, [...signedMessage]);
    return { signedMessage, signature: Uint8Array.from(signature) };
  };
  /** As wallets write it of its fields: https://github.com/phantom/sign-in-with-solana */
  const textOf = (fields: Record<string, string>) =>
    [
      `${fields.domain} wants you to sign in with your Solana account:`,
      fields.address,
      '',
      fields.statement,
      '',
      `Version: ${fields.version}`,
      `Chain ID: ${fields.chainId}`,
      `Nonce: ${fields.nonce}`,
      `Issued At: ${fields.issuedAt}`,
      `Expiration Time: ${fields.expirationTime}`,
    ].join('\n');
  const tell = (now: Account[]) => {
    for (const listener of listeners) listener({ accounts: now });
  };
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    chains: CHAINS,
    get accounts() {
      return localStorage.getItem(TRUSTED) === null ? [] : chosen();
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async ({ silent = false }: { silent?: boolean } = {}) => {
          if (silent) return { accounts: wallet.accounts };
          await ask();
          localStorage.setItem(TRUSTED, 'yes');
          return { accounts: wallet.accounts };
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: async () => localStorage.removeItem(TRUSTED),
      },
      'standard:events': {
        version: '1.0.0',
        on: (_event: 'change', listener: (change: { accounts: Account[] }) => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      ...(signs === 'signMessage' && {
        'solana:signMessage': {
          version: '1.0.0',
          signMessage: async ({ account, message }: { account: Account; message: Uint8Array }) => [
            await sign(account, message),
          ],
        },
      }),
      ...(signs === 'signIn' && {
        'solana:signIn': {
          version: '1.0.0',
          signIn: async (fields: Record<string, string>) => {
            const account = all.find(({ address }) => address === fields.address)!;
            return [{ account, ...(await sign(account, new TextEncoder().encode(textOf(fields)))) }];
          },
        },
      }),
    },
  };
  window.testWallet = {
    switchTo: (address) => {
      localStorage.setItem(CHOSEN, address ?? '');
      tell(chosen());
    },
    become: (next) => {
      manner = next;
    },
    answer: () => answer(),
    signAs: (address) => {
      signer = address;
    },
    wrap: () => {
      isWrapped = true;
    },
  };
  const register = (registry: Registry) => registry.register(wallet);
  window.addEventListener('wallet-standard:app-ready', (event) => {
    register((event as CustomEvent<Registry>).detail);
  });
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}

/** Runs `act` on the wallet of a page. */
export const wallet = {
  switchTo: (page: Page, address: string | null) =>
    page.evaluate((to) => window.testWallet.switchTo(to), address),
  become: (page: Page, manner: 'willing' | 'refuse' | 'wait') =>
    page.evaluate((next) => window.testWallet.become(next), manner),
  answer: (page: Page) => page.evaluate(() => window.testWallet.answer()),
  signAs: (page: Page, address: string) => page.evaluate((as) => window.testWallet.signAs(as), address),
  wrap: (page: Page) => page.evaluate(() => window.testWallet.wrap()),
};
