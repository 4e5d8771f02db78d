import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { describe, expect, it, vi } from 'vitest';
import { shortAddress } from './wallet-state';
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
  const world = {
    wallets: {
      get: () => wallets,
      on: (event: string, listener: () => void) => {
        if (event === 'register') onRegister.push(listener);
        return () => {};
      },
    } as WalletWorld['wallets'],
    readBalance: vi.fn(async (_key: string) => ({ balance: 1_500_000, minimum: 1_000_000 })),
    describe: (error: unknown) => String(error),
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
  return { world, register };
}

/** Lets all that was answered be taken in. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('the wallet', () => {
  it('opens the download site where none is installed', async () => {
    const { world } = worldOf([]);
    const store = createWalletStore(world);
    expect(store.current()).toMatchObject({ available: [], connected: false, initialCheckComplete: true });
    await store.connect();
    expect(world.openDownloadSite).toHaveBeenCalledOnce();
    expect(store.current().connecting).toBe(false);
  });

  it('passes by wallets of other chains and those that sign no text', () => {
    const foreign = { ...walletOf('Foreign').wallet, chains: ['bitcoin:mainnet'] } as Wallet;
    const mute = walletOf('Mute', { 'solana:signMessage': undefined });
    delete (mute.features as Record<string, unknown>)['solana:signMessage'];
    expect(createWalletStore(worldOf([foreign, mute.wallet]).world).current().available).toEqual([]);
  });

  it('connects, reads the balance and opens the gate', async () => {
    const { world } = worldOf([walletOf('Test').wallet]);
    const store = createWalletStore(world);
    const seen: boolean[] = [];
    store.subscribe(() => seen.push(store.current().connecting));
    await store.connect();
    expect(seen[0]).toBe(true);
    expect(store.current()).toMatchObject({ publicKey: FIRST, connected: true, connecting: false });
    await settled();
    expect(store.current()).toMatchObject({
      provider: 'Test',
      tokenBalance: 1_500_000,
      hasRequiredTokens: true,
      checkingBalance: false,
      initialCheckComplete: true,
    });
    expect(world.remember).toHaveBeenCalledWith('Test');
  });

  it.each([
    [999_999.999, false],
    [1_000_000, true],
  ])('holds %s against the minimum', async (balance, isOpen) => {
    const { world } = worldOf([walletOf('Test').wallet], {
      readBalance: async () => ({ balance, minimum: 1_000_000 }),
    });
    const store = createWalletStore(world);
    await store.connect();
    await settled();
    expect(store.current().hasRequiredTokens).toBe(isOpen);
  });

  it('reads a failed balance as 0 with the gate shut, and logs it', async () => {
    const { world } = worldOf([walletOf('Test').wallet], {
      readBalance: () => Promise.reject(new Error('the chain is away')),
    });
    const store = createWalletStore(world);
    await store.connect();
    await settled();
    expect(store.current()).toMatchObject({
      connected: true,
      tokenBalance: 0,
      hasRequiredTokens: false,
      checkingBalance: false,
      initialCheckComplete: true,
      balanceFailure: 'Error: the chain is away',
    });
    expect(world.log).toHaveBeenCalledOnce();
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

  it('follows a change of account, and takes no balance of the one before', async () => {
    const { wallet, change } = walletOf('Test');
    const answers = new Map<string, (balance: number) => void>();
    const { world } = worldOf([wallet], {
      readBalance: (key) =>
        new Promise((resolve) => answers.set(key, (balance) => resolve({ balance, minimum: 1_000_000 }))),
    });
    const store = createWalletStore(world);
    await store.connect();
    change({ accounts: [accountOf(SECOND)] });
    expect(store.current()).toMatchObject({ publicKey: SECOND, connected: true, checkingBalance: true });
    answers.get(SECOND)?.(5);
    await settled();
    answers.get(FIRST)?.(2_000_000);
    await settled();
    expect(store.current()).toMatchObject({ tokenBalance: 5, hasRequiredTokens: false });
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
      tokenBalance: 0,
      hasRequiredTokens: false,
      initialCheckComplete: true,
    });
    expect(changes.size).toBe(0);
  });

  it('passes by a change of something else', async () => {
    const { wallet, change } = walletOf('Test');
    const { world } = worldOf([wallet]);
    const store = createWalletStore(world);
    await store.connect();
    change({});
    expect(store.current().connected).toBe(true);
    expect(world.readBalance).toHaveBeenCalledOnce();
  });

  it('disconnects, even from a wallet that fails at it', async () => {
    const { wallet } = walletOf('Test', {
      'standard:disconnect': { disconnect: () => Promise.reject(new Error('no')) },
    });
    const { world } = worldOf([wallet]);
    const store = createWalletStore(world);
    await store.connect();
    await store.disconnect();
    expect(store.current()).toMatchObject({ connected: false, publicKey: null, tokenBalance: 0 });
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

  it('signs a text, and refuses the signature of another', async () => {
    const { wallet, features } = walletOf('Test');
    const store = createWalletStore(worldOf([wallet]).world);
    await expect(store.sign('text')).rejects.toThrow('No wallet is connected');
    await store.connect();
    expect(await store.sign('text')).toHaveLength(64);
    features['solana:signMessage'].signMessage.mockResolvedValueOnce([
      { signedMessage: new TextEncoder().encode('other'), signature: new Uint8Array(64) },
    ]);
    await expect(store.sign('text')).rejects.toThrow('The wallet signed another text');
  });
});

it('shortens an address to its first and last four', () => expect(shortAddress(FIRST)).toBe('7xKp…9fQ2'));
