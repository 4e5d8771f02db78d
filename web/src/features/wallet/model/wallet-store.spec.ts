import type { SignInChallenge } from '@cryptonite/contracts/api';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { describe, expect, it, vi } from 'vitest';
import { WalletFailure } from '../../../lib/wallet-failure';
import { createWalletStore, type WalletWorld } from './wallet-store';

const FIRST = '7xKpAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA9fQ2';
const SECOND = 'BBBBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAbbb';

const accountOf = (address: string): WalletAccount => ({
  address,
  publicKey: new Uint8Array(32),
  chains: ['solana:mainnet'],
  features: ['solana:signMessage'],
});

type Change = (properties: { accounts?: readonly WalletAccount[] }) => void;

function walletOf(name: string, overrides: Record<string, unknown> = {}) {
  const changes = new Set<Change>();
  const features = {
    'standard:connect': {
      version: '1.0.0',
      connect: vi.fn(async (_input?: { silent?: boolean }) => ({ accounts: [accountOf(FIRST)] })),
    },
    'standard:disconnect': { version: '1.0.0', disconnect: vi.fn(async () => {}) },
    'standard:events': {
      version: '1.0.0',
      on: (_: 'change', listener: Change) => {
        changes.add(listener);
        return () => changes.delete(listener);
      },
    },
    'solana:signMessage': {
      version: '1.0.0',
      signMessage: vi.fn(async ({ message }: { message: Uint8Array }) => [
        { signedMessage: message, signature: new Uint8Array(64).fill(7) },
      ]),
    },
    ...overrides,
  };
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:,',
    chains: ['solana:mainnet'],
    accounts: [],
    features,
  };
  const change: Change = (properties) => {
    for (const listener of changes) listener(properties);
  };
  return { wallet: wallet as unknown as Wallet, features, change, changes };
}

function worldOf(wallets: Wallet[], overrides: Partial<WalletWorld> = {}) {
  const onRegister: (() => void)[] = [];
  let last: string | null = null;
  const checked: string[] = [];
  const world = {
    wallets: {
      get: () => wallets,
      on: (event: string, listener: () => void) => {
        if (event === 'register') onRegister.push(listener);
        return () => {};
      },
    } as WalletWorld['wallets'],
    checkBalance: (key: string) => void checked.push(key),
    openDownloadSite: vi.fn(),
    remembered: () => last,
    remember: vi.fn((name: string | null) => {
      last = name;
    }),
    log: vi.fn(),
    ...overrides,
  };
  const register = (wallet: Wallet) => {
    wallets.push(wallet);
    for (const listener of onRegister) listener();
  };
  return { world, register, checked };
}

/** Lets all that was answered be taken in. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('the wallet', () => {
  it('opens the download site where none is installed', async () => {
    const { world } = worldOf([]);
    const store = createWalletStore(world);
    expect(store.current()).toMatchObject({ available: [], connected: false, wasAsked: true });
    await store.connect();
    expect(world.openDownloadSite).toHaveBeenCalledOnce();
    expect(store.current().connecting).toBe(false);
  });

  it('passes by wallets of other chains and those that do not connect', () => {
    const foreign = { ...walletOf('Foreign').wallet, chains: ['bitcoin:mainnet'] } as Wallet;
    const mute = walletOf('Mute');
    delete (mute.features as Record<string, unknown>)['standard:connect'];
    expect(createWalletStore(worldOf([foreign, mute.wallet]).world).current().available).toEqual([]);
  });

  it('connects, and has the balance read', async () => {
    const { world, checked } = worldOf([walletOf('Test').wallet]);
    const store = createWalletStore(world);
    const seen: boolean[] = [];
    store.subscribe(() => seen.push(store.current().connecting));
    await store.connect();
    expect(seen[0]).toBe(true);
    expect(store.current()).toEqual({
      available: ['Test'],
      provider: 'Test',
      publicKey: FIRST,
      connected: true,
      connecting: false,
      wasAsked: true,
    });
    expect(checked).toEqual([FIRST]);
    expect(world.remember).toHaveBeenCalledWith('Test');
  });

  it('has the balance read anew when the same key comes again', async () => {
    const { world, checked } = worldOf([walletOf('Test').wallet]);
    const store = createWalletStore(world);
    await store.connect();
    await store.disconnect();
    await store.connect();
    expect(checked).toEqual([FIRST, FIRST]);
  });

  it('logs a wallet that does not connect, and is as before', async () => {
    const refusing = walletOf('Test', {
      'standard:connect': { connect: () => Promise.reject(new Error('refused')) },
    });
    const { world } = worldOf([refusing.wallet]);
    const store = createWalletStore(world);
    await store.connect();
    expect(store.current()).toMatchObject({ connected: false, connecting: false, provider: null });
    expect(world.log).toHaveBeenCalledOnce();
  });

  it('follows a change of account', async () => {
    const { wallet, change } = walletOf('Test');
    const { world, checked } = worldOf([wallet]);
    const store = createWalletStore(world);
    await store.connect();
    change({ accounts: [accountOf(SECOND)] });
    expect(store.current()).toMatchObject({ publicKey: SECOND, connected: true });
    expect(checked).toEqual([FIRST, SECOND]);
  });

  it('is disconnected by a change to no account', async () => {
    const { wallet, change, changes } = walletOf('Test');
    const store = createWalletStore(worldOf([wallet]).world);
    await store.connect();
    await settled();
    change({ accounts: [] });
    expect(store.current()).toMatchObject({
      connected: false,
      publicKey: null,
      wasAsked: true,
    });
    expect(changes.size).toBe(0);
  });

  it('passes by a change of something else', async () => {
    const { wallet, change } = walletOf('Test');
    const { world, checked } = worldOf([wallet]);
    const store = createWalletStore(world);
    await store.connect();
    change({});
    expect(store.current().connected).toBe(true);
    expect(checked).toEqual([FIRST]);
  });

  it('disconnects, even from a wallet that fails at it', async () => {
    const { wallet } = walletOf('Test', {
      'standard:disconnect': { disconnect: () => Promise.reject(new Error('no')) },
    });
    const { world } = worldOf([wallet]);
    const store = createWalletStore(world);
    await store.connect();
    await store.disconnect();
    expect(store.current()).toMatchObject({ connected: false, publicKey: null });
    expect(world.remember).toHaveBeenLastCalledWith(null);
    expect(world.log).toHaveBeenCalledOnce();
  });

  it('asks the wallet of the last visit without a question, also one that comes late', async () => {
    const { wallet, features } = walletOf('Late');
    const { world, register } = worldOf([], { remembered: () => 'Late' });
    const store = createWalletStore(world);
    register(wallet);
    await settled();
    expect(features['standard:connect'].connect).toHaveBeenCalledWith({ silent: true });
    expect(store.current()).toMatchObject({ connected: true, available: ['Late'] });
  });

  it('asks no wallet that was not connected before', async () => {
    const { wallet, features } = walletOf('Test');
    createWalletStore(worldOf([wallet]).world);
    await settled();
    expect(features['standard:connect'].connect).not.toHaveBeenCalled();
  });

  describe('that signs', () => {
    const bytesOf = (text: string) => new TextEncoder().encode(text);
    const ENVELOPE = [0xff, ...bytesOf('solana offchain'), 1, 1, ...Array(32).fill(0)];
    const fields = {} as SignInChallenge['fields'];
    const challenge: SignInChallenge = { message: 'text', fields, nonce: 'n', expiresAt: 1 };
    const signed = (signedMessage: Uint8Array, of = 7) => ({
      signedMessage,
      signature: new Uint8Array(64).fill(of),
    });
    const signInOf = (signIn: () => Promise<unknown>) => ({
      'solana:signIn': { version: '1.0.0', signIn: vi.fn(signIn) },
    });
    async function connected(overrides: Record<string, unknown> = {}) {
      const made = walletOf('Test', overrides);
      const store = createWalletStore(worldOf([made.wallet]).world);
      await store.connect();
      return { ...made, sign: () => store.sign(challenge) };
    }

    it('does so once it is connected', async () => {
      const store = createWalletStore(worldOf([walletOf('Test').wallet]).world);
      await expect(store.sign(challenge)).rejects.toThrow(new WalletFailure('No wallet is connected'));
      await store.connect();
      expect(await store.sign(challenge)).toHaveLength(64);
    });

    it.each([
      ['in an envelope', Uint8Array.from([...ENVELOPE, ...bytesOf('text')]), true],
      ['as another text', bytesOf('other'), false],
      ['with words before it', bytesOf('more text'), false],
      ['in an envelope of another text', Uint8Array.from([...ENVELOPE, ...bytesOf('other')]), false],
      ['in part', bytesOf('ext'), false],
    ])('takes what it signed %s for the text: %#', async (_, signedMessage, is) => {
      const { features, sign } = await connected();
      features['solana:signMessage'].signMessage.mockResolvedValueOnce([signed(signedMessage)]);
      if (is) expect(await sign()).toHaveLength(64);
      else await expect(sign()).rejects.toThrow(new WalletFailure('The wallet signed another text'));
    });

    it.each([
      [
        'with another account',
        [{ account: accountOf(SECOND), ...signed(bytesOf('text')) }],
        'signed with another account',
      ],
      ['nothing', [], 'gave no signature'],
      [
        'less than a signature',
        [{ ...signed(bytesOf('text')), signature: undefined }],
        'gave a damaged signature',
      ],
      [
        'part of a signature',
        [{ ...signed(bytesOf('text')), signature: new Uint8Array(63) }],
        'gave a damaged signature',
      ],
    ])('says that it signed %s', async (_, outputs, told) => {
      const { features, sign } = await connected();
      features['solana:signMessage'].signMessage.mockResolvedValueOnce(outputs as never);
      await expect(sign()).rejects.toThrow(new WalletFailure(`The wallet ${told}`));
    });

    it('writes the text itself where it can', async () => {
      const account = accountOf(FIRST);
      const made = signInOf(async () => [{ account, ...signed(bytesOf('text'), 9) }]);
      const { features, sign } = await connected(made);
      expect(await sign()).toEqual(new Uint8Array(64).fill(9));
      expect(made['solana:signIn'].signIn).toHaveBeenCalledExactlyOnceWith(fields);
      expect(features['solana:signMessage'].signMessage).not.toHaveBeenCalled();
    });

    it.each([
      ['another text', async () => [{ account: accountOf(FIRST), ...signed(bytesOf('other'), 9) }]],
      ['as another account', async () => [{ account: accountOf(SECOND), ...signed(bytesOf('text'), 9) }]],
      ['nothing', async () => []],
      ['what its device cannot', () => Promise.reject(new Error('Ledger is not supported'))],
    ])('is given the text where by itself it signs %s', async (_, signIn) => {
      const { sign } = await connected(signInOf(signIn));
      expect(await sign()).toEqual(new Uint8Array(64).fill(7));
    });

    it.each([
      [{ code: 4001, message: 'No.' }],
      [new Error('User rejected the request.')],
      [new Error('The user has declined.')],
      [new Error('UserRejectedRequestError')],
      [new Error('Signing was cancelled by the user')],
      [new Error('Approval Denied')],
    ])('is asked no second time after %j', async (error) => {
      const { features, sign } = await connected(signInOf(() => Promise.reject(error)));
      await expect(sign()).rejects.toThrow(new WalletFailure('The wallet refused to sign'));
      expect(features['solana:signMessage'].signMessage).not.toHaveBeenCalled();
    });

    it.each(['Access denied.', 'connect ECONNREFUSED', 'rejected: blind signing is off'])(
      'is given the text where its device says “%s”, which is no refusal of the viewer',
      async (words) => {
        const { features, sign } = await connected(signInOf(() => Promise.reject(new Error(words))));
        expect(await sign()).toEqual(new Uint8Array(64).fill(7));
        features['solana:signMessage'].signMessage.mockRejectedValueOnce(new Error(words));
        await expect(sign()).rejects.toThrow(new WalletFailure(`The wallet could not sign: “${words}”`));
      },
    );

    it('says why it could not, in a few of its words', async () => {
      const { features, sign } = await connected();
      const { signMessage } = features['solana:signMessage'];
      signMessage.mockRejectedValueOnce(new Error(`Ledger is locked\u202E${'!'.repeat(500)}`));
      await expect(sign()).rejects.toThrow(/^The wallet could not sign: “Ledger is locked!{104}”$/);
      signMessage.mockRejectedValueOnce(undefined);
      await expect(sign()).rejects.toThrow(/^The wallet could not sign$/);
    });

    it('not, connects all the same and says so', async () => {
      const account = { ...accountOf(FIRST), features: ['solana:signTransaction' as const] };
      const connect = {
        'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [account] }) },
      };
      const { sign } = await connected(connect);
      await expect(sign()).rejects.toThrow(new WalletFailure('This wallet or account cannot sign messages'));
    });

    it('with one account alone is asked for that one', async () => {
      const accounts = [{ ...accountOf(SECOND), features: [] }, accountOf(FIRST)];
      const connect = { 'standard:connect': { version: '1.0.0', connect: async () => ({ accounts }) } };
      const { features, sign } = await connected(connect);
      await sign();
      const [asked] = features['solana:signMessage'].signMessage.mock.calls[0]!;
      expect(asked).toMatchObject({ account: { address: FIRST } });
    });
  });
});
