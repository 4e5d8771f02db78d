import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { loadedAhead } from '../../../lib/chunks';
import { rememberedWallet } from './remembered-wallet';
import { useGate } from './use-gate';
import { notConnected, type WalletState, walletStateOf } from './wallet-state';
import type { ToSign, WalletStore } from './wallet-store';

type PageWallet = {
  /** Null until it has been loaded. */
  store: WalletStore | null;
  load: () => Promise<WalletStore>;
};

const WalletContext = createContext<PageWallet | null>(null);

function usePageWallet(): PageWallet {
  const wallet = useContext(WalletContext);
  if (!wallet) throw new Error('There is no WalletProvider around this');
  return wallet;
}

/** What speaks with wallets, loaded ahead, and set up once: for who connected one before or is about to. */
const loadWallets = loadedAhead('open-wallet', () => import('./open-wallet'));
let opening: Promise<WalletStore> | null = null;

export function WalletProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [store, setStore] = useState<WalletStore | null>(null);
  const wallet = useMemo(() => {
    const load = async () => {
      opening ??= loadWallets().then(({ openWallet }) => openWallet(client));
      try {
        const opened = await opening;
        setStore(opened);
        return opened;
      } catch (error) {
        // The next who asks tries again.
        opening = null;
        throw error;
      }
    };
    return { store, load };
  }, [client, store]);
  useEffect(() => {
    if (rememberedWallet() !== null) wallet.load().catch(logUnloaded);
  }, [wallet]);
  return <WalletContext value={wallet}>{children}</WalletContext>;
}

const logUnloaded = (error: unknown): void =>
  console.error('what speaks with wallets could not be loaded', error);

const never = () => () => {};

/** The page's wallet as it is now; of who never connected one, as it is before. */
export function useWallet(): WalletState {
  const { store } = usePageWallet();
  const connection = useSyncExternalStore(store?.subscribe ?? never, store?.current ?? (() => notConnected));
  const { gate } = useGate(connection.publicKey);
  return walletStateOf(connection, gate);
}

/** What the viewer does with the page's wallet, which is loaded for it: {@link useWallet} soon says which there are. */
export function useWalletActions() {
  const { store, load } = usePageWallet();
  useEffect(() => {
    load().catch(logUnloaded);
  }, [load]);
  return useMemo(
    () => ({
      connect: (name?: string) => {
        // At once where it is loaded: a new tab may be opened in answer to a click alone.
        if (store) return void store.connect(name);
        load().then((loaded) => loaded.connect(name), logUnloaded);
      },
      sign: async (text: ToSign) => (store ?? (await load())).sign(text),
    }),
    [store, load],
  );
}

/** Disconnects the wallet that is connected: before the store was loaded, none is. */
export function useDisconnect(): () => void {
  const { store } = usePageWallet();
  return () => void store?.disconnect();
}
