import type { User } from '@cryptonite/contracts/api';
import { useState } from 'react';
import { describeError, sentenceOf } from '../../../lib/api';
import { formatUtcDate } from '../../../lib/format';
import { useToast } from '../../../ui/toast';
import { useSignOut, useSignOutEverywhere } from '../model/use-session';
import { DeleteDialog } from './delete-dialog';

const TOAST_MS = 5_000;

/** Who is signed in, and the ways out. */
export function AccountPanel({ user, onDeleted }: { user: User; onDeleted: () => void }) {
  const [isDeleting, setDeleting] = useState(false);
  const toast = useToast();
  const here = useSignOut();
  const everywhere = useSignOutEverywhere();
  const isLeaving = here.isPending || everywhere.isPending;
  const onError = (error: Error) =>
    toast({
      kind: 'destructive',
      title: 'Sign-out failed',
      text: sentenceOf(error) ?? describeError(error),
      lastsMs: TOAST_MS,
    });
  return (
    <section className="panel" aria-labelledby="account-title">
      <h2 id="account-title" className="text-section font-semibold">
        Account
      </h2>
      <dl className="facts mt-3">
        <Fact term="Username">{user.username}</Fact>
        <Fact term="Wallet">
          <span className="break-all font-mono text-small">{user.walletAddress}</span>
        </Fact>
        {user.roles.length > 0 && <Fact term="Role">{user.roles.join(', ')}</Fact>}
        <Fact term="Since">{formatUtcDate(user.createdAt)}</Fact>
      </dl>
      <div className="mt-auto flex flex-wrap gap-2 pt-4">
        <button
          type="button"
          className="button"
          disabled={isLeaving}
          onClick={() => here.mutate(undefined, { onError })}
        >
          Sign out
        </button>
        <button
          type="button"
          className="button"
          disabled={isLeaving}
          onClick={() => everywhere.mutate(undefined, { onError })}
        >
          Sign out everywhere
        </button>
        <button type="button" className="button button-danger" onClick={() => setDeleting(true)}>
          Delete my data
        </button>
      </div>
      <DeleteDialog isOpen={isDeleting} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </section>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
