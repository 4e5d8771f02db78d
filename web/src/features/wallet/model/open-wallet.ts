import type { QueryClient } from '@tanstack/react-query';
import { getWallets } from '@wallet-standard/app';
import { siteConfigQuery } from '../../../lib/site-config';
import { balanceQuery } from '../api/get-balance';
import { describeBalanceError } from './balance-error';
import { rememberedWallet, rememberWallet } from './remembered-wallet';
import { createWalletStore, type WalletStore } from './wallet-store';

const log = (message: string, error: unknown): void => console.error(message, error);

/** The wallets of this browser, and what the server knows of a key's balance. */
export const openWallet = (client: QueryClient): WalletStore =>
  createWalletStore({
    wallets: getWallets(),
    readBalance: async (publicKey) => {
      const { gate } = await client.ensureQueryData(siteConfigQuery());
      const balance = await client.fetchQuery({ ...balanceQuery(publicKey, gate.mint), staleTime: 0 });
      return { balance, minimum: gate.minimum };
    },
    describe: describeBalanceError,
    openDownloadSite: () => {
      // Once it was read it is at hand at once, while the viewer's click still allows a new tab.
      client.ensureQueryData(siteConfigQuery()).then(
        ({ walletDownload }) => window.open(walletDownload, '_blank', 'noopener,noreferrer'),
        (error: unknown) => log('where a wallet can be had is not known', error),
      );
    },
    remembered: rememberedWallet,
    remember: rememberWallet,
    log,
  });
