import { SignInForm } from '../features/session/components/sign-in-form';
import { ConnectPanel } from '../features/wallet/components/connect-panel';
import { useWallet, useWalletActions } from '../features/wallet/model/wallet-context';

/** The way in for who is not signed in: a wallet, then a name that it signs. */
export function WayIn() {
  const { publicKey } = useWallet();
  const { sign } = useWalletActions();
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <section className="panel" aria-labelledby="connect-title">
        <h2 id="connect-title" className="mb-3 text-section font-semibold">
          <span className="mr-2 text-ink3">1</span>Connect a wallet
        </h2>
        <ConnectPanel />
      </section>
      <section className="panel" aria-labelledby="sign-in-title">
        <h2 id="sign-in-title" className="mb-3 text-section font-semibold">
          <span className="mr-2 text-ink3">2</span>Sign in
        </h2>
        <SignInForm walletAddress={publicKey} sign={sign} />
      </section>
    </div>
  );
}
