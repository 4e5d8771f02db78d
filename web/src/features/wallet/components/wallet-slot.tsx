import { useDisconnect, useWallet } from '../model/wallet-context';
import { WalletButton } from './wallet-button';

/** The connected wallet in a page's header. */
export function WalletSlot() {
  const wallet = useWallet();
  const disconnect = useDisconnect();
  return <WalletButton wallet={wallet} onDisconnect={disconnect} />;
}
