import { CHALLENGE_MINUTES } from '@cryptonite/contracts/api';
import { describeError, sentenceOf } from '../../../lib/api';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';
import { useDeleteMyData } from '../model/use-session';

/** Asks once more, and says what is removed and what is not. */
export function DeleteDialog({
  isOpen,
  onClose,
  onDeleted,
}: {
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { mutate, isPending, error } = useDeleteMyData();
  return (
    <Dialog title="Delete my data" isOpen={isOpen} onClose={onClose}>
      <p className="text-ink2">This removes from our server, at once and for good:</p>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-ink2">
        <li>your wallet's address and your username,</li>
        <li>your sessions, in this browser and in every other,</li>
        <li>the note of which versions of the app your wallet brought in, if it did.</li>
      </ul>
      <p className="mt-3 text-ink2">
        A sign-in message that you did not use is kept without your wallet, and lapses within{' '}
        {CHALLENGE_MINUTES} minutes.
      </p>
      <p className="mt-3 text-ink2">
        Your wallet and what it holds stay as they are. You can sign in again; it is then as the first time.
      </p>
      {error && (
        <p role="alert" className="note note-bad mt-4">
          <Icon name="warning" />
          {sentenceOf(error) ?? describeError(error)}
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <button type="button" className="button" onClick={onClose}>
          Keep my data
        </button>
        <button
          type="button"
          className="button button-danger"
          disabled={isPending}
          onClick={() => mutate(undefined, { onSuccess: onDeleted })}
        >
          {isPending ? 'Deleting…' : 'Delete my data'}
        </button>
      </div>
    </Dialog>
  );
}
