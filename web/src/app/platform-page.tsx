import type { User } from '@cryptonite/contracts/api';
import { AccountPanel } from '../features/session/components/account-panel';
import { useSession } from '../features/session/model/use-session';
import { ConnectPanel } from '../features/wallet/components/connect-panel';
import { GateOpens } from '../features/wallet/components/gate-opens';
import { GatePanel } from '../features/wallet/components/gate-panel';
import { useDisconnect, useWallet } from '../features/wallet/model/wallet-context';
import { shortAddress } from '../features/wallet/model/wallet-state';
import { Icon } from '../ui/icon';
import { useToast } from '../ui/toast';
import { AccountShell } from './account-shell';
import { CheckingSession } from './checking-session';
import { useFocusTitle } from './use-focus-title';
import { WayIn } from './way-in';

const TOAST_MS = 5_000;

/** The signed-in area; who is not signed in sees the way in. */
export default function PlatformPage() {
  const { isLoading, user } = useSession();
  useFocusTitle(isLoading ? null : (user?.walletAddress ?? 'way in'));
  const subtitle = user
    ? `Signed in as ${user.username}.`
    : 'Sign in with a Solana wallet to see your balance, the gate and what it will open.';
  return (
    <AccountShell title="Platform" subtitle={isLoading ? 'The signed-in area.' : subtitle}>
      {isLoading ? <CheckingSession /> : user ? <SignedInArea user={user} /> : <ForVisitors />}
    </AccountShell>
  );
}

function ForVisitors() {
  return (
    <div className="grid gap-4">
      <WayIn />
      <section className="panel" aria-labelledby="opens-title">
        <h2 id="opens-title" className="mb-1 text-section font-semibold">
          What the gate opens
        </h2>
        <GateOpens />
      </section>
    </div>
  );
}

function SignedInArea({ user }: { user: User }) {
  const toast = useToast();
  const disconnect = useDisconnect();
  const onDeleted = () => {
    disconnect();
    toast({ kind: 'done', title: 'Your data are deleted', lastsMs: TOAST_MS });
  };
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <div className="grid gap-4">
        <AccountPanel user={user} onDeleted={onDeleted} />
        <section className="panel" aria-labelledby="wallet-title">
          <h2 id="wallet-title" className="mb-3 text-section font-semibold">
            Wallet in this browser
          </h2>
          <ConnectPanel />
          <OtherWallet user={user} />
        </section>
      </div>
      <GatePanel walletAddress={user.walletAddress} />
    </div>
  );
}

/** A wallet whose account was switched is not the one that signed in. */
function OtherWallet({ user }: { user: User }) {
  const { publicKey } = useWallet();
  if (publicKey === null || publicKey === user.walletAddress) return null;
  return (
    <p className="note mt-4" role="status">
      <Icon name="warning" />
      <span>
        Another account is connected than the one that signed in. Balance and gate here are those of{' '}
        <span className="whitespace-nowrap">{shortAddress(user.walletAddress)}</span>; sign out and in again
        to change it.
      </span>
    </p>
  );
}
