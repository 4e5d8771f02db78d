import { UNKNOWN } from '../../../lib/format';
import { Icon } from '../../../ui/icon';
import { shortAddress, type WalletState } from '../model/wallet-state';

const wholeTokens = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, roundingMode: 'floor' });

/** Whole tokens, never more than there are. */
export const formatTokens = (tokens: number): string => wholeTokens.format(tokens);

/** What is held of the gate token: "1,240,500 $CRPT". Never more than is held, and never 0 for what is not known. */
export function formatGateBalance({ tokenBalance, checkingBalance, balanceFailure }: WalletState): string {
  if (checkingBalance) return '… $CRPT';
  return `${balanceFailure === null ? formatTokens(tokenBalance) : UNKNOWN} $CRPT`;
}

/** Who is connected and what they hold; a click disconnects. There without a connected wallet, and on phones, it is not. */
export function WalletButton({ wallet, onDisconnect }: { wallet: WalletState; onDisconnect: () => void }) {
  if (wallet.publicKey === null) return null;
  return (
    <button
      type="button"
      className="button hidden px-0 md:inline-flex"
      title={wallet.balanceFailure ?? wallet.publicKey}
      onClick={onDisconnect}
    >
      <span className="flex items-center gap-2 px-2.5">
        <Icon name="wallet" />
        {shortAddress(wallet.publicKey)}
      </span>
      <span className="flex h-full items-center border-l border-line2 px-2.5 font-normal text-ink2">
        {formatGateBalance(wallet)}
      </span>
      <span className="sr-only">Disconnect</span>
    </button>
  );
}
