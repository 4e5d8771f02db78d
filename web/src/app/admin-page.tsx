import type { User } from '@cryptonite/contracts/api';
import { Link } from 'react-router-dom';
import { AdminPanel } from '../features/apk/components/admin-panel';
import { useSession } from '../features/session/model/use-session';
import { useWalletActions } from '../features/wallet/model/wallet-context';
import { shortAddress } from '../features/wallet/model/wallet-state';
import { AccountShell } from './account-shell';
import { CheckingSession } from './checking-session';
import { useFocusTitle } from './use-focus-title';
import { WayIn } from './way-in';

export default function AdminPage() {
  const { isLoading, user } = useSession();
  useFocusTitle(isLoading ? null : (user?.walletAddress ?? 'way in'));
  return (
    <AccountShell title="Admin Panel" subtitle="Upload the Android APK that the home page gives out">
      {isLoading ? <CheckingSession /> : user ? <ForAdmins user={user} /> : <SignInPrompt />}
    </AccountShell>
  );
}

function SignInPrompt() {
  return (
    <>
      <p className="mb-4 text-ink2">Sign in with a wallet that is an administrator of this site.</p>
      <WayIn />
    </>
  );
}

function ForAdmins({ user }: { user: User }) {
  const { sign } = useWalletActions();
  if (user.roles.includes('admin'))
    return (
      <>
        <AdminPanel sign={sign} />
        <p className="mt-4 text-small text-ink2">
          Signed in as {user.username}. Sign out on the{' '}
          <Link to="/platform" className="underline hover:text-ink">
            Platform page
          </Link>
          .
        </p>
      </>
    );
  return (
    <p className="panel text-ink2" role="status">
      {`${user.username} (${shortAddress(user.walletAddress)}) is not an administrator of this site: this page is for the wallets that its operator named in ADMIN_WALLETS.`}
    </p>
  );
}
