import { ExternalText } from '../../../ui/external-text';
import { Icon } from '../../../ui/icon';
import { useDisconnect, useWallet, useWalletActions } from '../model/wallet-context';
import { shortAddress } from '../model/wallet-state';
import { formatGateBalance } from './wallet-button';

/** The wallets of this browser, and the one that is connected. */
export function ConnectPanel() {
  const wallet = useWallet();
  const { connect } = useWalletActions();
  const disconnect = useDisconnect();
  if (wallet.publicKey !== null)
    return (
      <div className="flex items-center gap-3">
        <Icon name="wallet" className="text-ink2" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium" title={wallet.publicKey}>
            {shortAddress(wallet.publicKey)}
          </span>
          <span className="block text-small text-ink2">{formatGateBalance(wallet)}</span>
          {wallet.balanceFailure !== null && (
            <span className="block text-small text-ink3">{wallet.balanceFailure}</span>
          )}
        </span>
        <button type="button" className="button" onClick={disconnect}>
          Disconnect
        </button>
      </div>
    );
  if (wallet.connecting)
    return (
      <button type="button" className="button max-w-full self-start" disabled>
        <span className="flex min-w-0 gap-1">
          Waiting for <ExternalText raw={wallet.provider} />
        </span>
      </button>
    );
  if (wallet.available.length === 0)
    return (
      <>
        <button type="button" className="button button-primary self-start" onClick={() => connect()}>
          Connect wallet
          <Icon name="external" size={12} />
        </button>
        <p className="mt-2 text-small text-ink2">No Solana wallet found. Get one (new tab).</p>
      </>
    );
  return (
    <ul className="flex flex-wrap gap-2">
      {wallet.available.map((name) => (
        <li key={name} className="min-w-0">
          <button type="button" className="button button-primary max-w-full" onClick={() => connect(name)}>
            <span className="flex min-w-0 gap-1">
              Connect <ExternalText raw={name} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
