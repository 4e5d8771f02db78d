import type { QueryClient } from '@tanstack/react-query';
import { getWallets } from '@wallet-standard/app';
import { siteConfigQuery } from '../../../lib/site-config';
import { balancesOf } from '../api/get-balance';
import { rememberedWallet, rememberWallet } from './remembered-wallet';
import { createWalletStore, type WalletStore } from './wallet-store';

const log = (message: string, error: unknown): void => console.error(message, error);

/** The wallets of this browser. */
export const openWallet = (client: QueryClient): WalletStore =>
  createWalletStore({
    wallets: getWallets(),
    checkBalance: (publicKey) => void client.invalidateQueries({ queryKey: balancesOf(publicKey) }),
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
