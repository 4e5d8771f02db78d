import type { SignInFields } from '@cryptonite/contracts/api';
import type { SolanaSignInFeature, SolanaSignMessageFeature } from '@solana/wallet-standard-features';
import type { Wallets } from '@wallet-standard/app';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features';
import { WalletFailure } from '../../../lib/wallet-failure';
import { signatureIn, WalletRefused, walletFailureOf } from './signed-text';
import { type Connection, connectedAs, disconnected, notConnected } from './wallet-state';

type UsableWallet = Wallet & {
  features: StandardConnectFeature &
    Partial<
      SolanaSignInFeature & SolanaSignMessageFeature & StandardDisconnectFeature & StandardEventsFeature
    >;
};

/** The world around the wallet. */
export type WalletWorld = {
  wallets: Pick<Wallets, 'get' | 'on'>;
  /** Has the balance of a key read anew: it was connected just now. */
  checkBalance: (publicKey: string) => void;
  /** Opens the site where a wallet can be had. */
  openDownloadSite: () => void;
  /** The wallet that was connected last, by name; it is asked again without a question to the viewer. */
  remembered: () => string | null;
  remember: (name: string | null) => void;
  log: (message: string, error: unknown) => void;
};

/** A text to sign; with the fields that it was made of, where it is a sign-in. */
export type ToSign = { message: string; fields?: SignInFields };

export type WalletStore = ReturnType<typeof createWalletStore>;

const isOnSolana = ({ chains }: Pick<Wallet, 'chains'>): boolean =>
  chains.some((chain) => chain.startsWith('solana:'));

/** One that signs no text connects all the same: who has it learns of the sign-in why it cannot be. */
const isUsable = (wallet: Wallet): wallet is UsableWallet =>
  isOnSolana(wallet) && 'standard:connect' in wallet.features;

const SIGNS = ['solana:signIn', 'solana:signMessage'];
/** The one to sign with, and of those that cannot the first: a hardware wallet's account may sign transactions alone. */
const accountAmong = (accounts: readonly WalletAccount[]): WalletAccount | undefined => {
  const own = accounts.filter(isOnSolana);
  return own.find(({ features }) => SIGNS.some((feature) => features.includes(feature as never))) ?? own[0];
};

/** The wallet of the page, for all its parts one: a store that React listens to. */
export function createWalletStore(world: WalletWorld) {
  let state = notConnected;
  let connection: { wallet: UsableWallet; account: WalletAccount } | null = null;
  let unfollow: (() => void) | null = null;
  const listeners = new Set<() => void>();
  const set = (next: Connection) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const usable = (): UsableWallet[] => world.wallets.get().filter(isUsable);

  const reset = () => {
    unfollow?.();
    unfollow = null;
    connection = null;
    set(disconnected(state));
  };

  const adopt = (wallet: UsableWallet, accounts: readonly WalletAccount[]) => {
    const account = accountAmong(accounts);
    if (!account) return reset();
    const isSame = connection?.wallet === wallet && state.publicKey === account.address;
    connection = { wallet, account };
    if (isSame) return;
    world.checkBalance(account.address);
    set(connectedAs(state, wallet.name, account.address));
  };

  const follow = (wallet: UsableWallet) => {
    unfollow?.();
    const off = wallet.features['standard:events']?.on('change', ({ accounts }) => {
      if (accounts) adopt(wallet, accounts);
    });
    unfollow = off ?? null;
  };

  const ask = async (wallet: UsableWallet, silent: boolean) => {
    set({ ...state, provider: wallet.name, connecting: true });
    try {
      const { accounts } = await wallet.features['standard:connect'].connect({ silent });
      follow(wallet);
      adopt(wallet, accounts);
      if (connection) world.remember(wallet.name);
    } catch (error) {
      world.log(`${wallet.name} did not connect`, error);
      if (!connection) reset();
    } finally {
      set({ ...state, connecting: false });
    }
  };

  const meetWallets = () => {
    const wallets = usable();
    set({ ...state, available: wallets.map(({ name }) => name) });
    const last = wallets.find(({ name }) => name === world.remembered());
    if (last && !connection && !state.connecting) void ask(last, true);
    else if (!connection && !state.connecting) set({ ...state, wasAsked: true });
  };
  world.wallets.on('register', meetWallets);
  world.wallets.on('unregister', () => {
    if (connection && !usable().includes(connection.wallet)) reset();
    meetWallets();
  });
  meetWallets();

  return {
    current: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Asks the viewer for the wallet of that name, or for the first; where there is none, opens the site to get one. */
    connect: async (name?: string) => {
      const wallets = usable();
      const wallet = wallets.find((each) => each.name === name) ?? wallets[0];
      if (!wallet) return world.openDownloadSite();
      await ask(wallet, false);
    },
    disconnect: async () => {
      const { wallet } = connection ?? {};
      world.remember(null);
      reset();
      try {
        await wallet?.features['standard:disconnect']?.disconnect();
      } catch (error) {
        world.log('the wallet did not disconnect', error);
      }
    },
    /**
     * The signature of a message, 64 bytes: of a sign-in by `solana:signIn` where the wallet has it, else, and where that comes to
     * nothing but a refusal, by `solana:signMessage`. @throws WalletFailure
     */
    sign: async ({ message, fields }: ToSign): Promise<Uint8Array> => {
      if (!connection) throw new WalletFailure('No wallet is connected');
      const { wallet, account } = connection;
      const signIn = wallet.features['solana:signIn'];
      const signMessage = account.features.includes('solana:signMessage')
        ? wallet.features['solana:signMessage']
        : undefined;
      const ways = [
        ...(signIn && fields ? [async () => (await signIn.signIn(fields))[0]] : []),
        ...(signMessage
          ? [async () => (await signMessage.signMessage({ account, message: encoded(message) }))[0]]
          : []),
      ];
      let failure = new WalletFailure('This wallet or account cannot sign messages');
      for (const sign of ways) {
        try {
          return signatureIn(await sign(), encoded(message), account.address);
        } catch (error) {
          world.log(`${wallet.name} did not sign`, error);
          failure = walletFailureOf(error);
          if (failure instanceof WalletRefused) break;
        }
      }
      throw failure;
    },
  };
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
