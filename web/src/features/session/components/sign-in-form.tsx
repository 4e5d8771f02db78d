import { type SignInChallenge, Username } from '@cryptonite/contracts/api';
import { type FormEvent, useId, useState } from 'react';
import { Icon } from '../../../ui/icon';
import { loginFailure } from '../model/login-failure';
import { useSignIn } from '../model/use-session';

/** What a username may be, as the server says it. */
const USERNAME_RULE = '3–24 characters: A–Z letters, digits, . _ -';

/** Signs a connected wallet in under a name; of a wallet that is not connected it only says so. */
export function SignInForm({
  walletAddress,
  sign,
}: {
  walletAddress: string | null;
  sign: (challenge: SignInChallenge) => Promise<Uint8Array>;
}) {
  const [username, setUsername] = useState('');
  const [isTold, setTold] = useState(false);
  const { mutate, isPending, error, reset } = useSignIn();
  const [inputId, hintId] = [useId(), useId()];
  const isWrong = isTold && !Username.safeParse(username).success;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTold(true);
    if (walletAddress !== null && Username.safeParse(username).success)
      mutate({ walletAddress, username, sign });
  };
  return (
    <form className="flex flex-col gap-3" noValidate onSubmit={submit}>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={inputId} className="text-small font-medium">
          Username
        </label>
        <input
          id={inputId}
          className="field"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={24}
          value={username}
          disabled={isPending}
          aria-invalid={isWrong}
          aria-describedby={hintId}
          onChange={({ target }) => {
            setUsername(target.value);
            reset();
          }}
        />
        <p id={hintId} className={`text-small ${isWrong ? 'text-neg' : 'text-ink3'}`}>
          {USERNAME_RULE}
        </p>
      </div>
      {error && (
        <p role="alert" className="note note-bad">
          <Icon name="warning" />
          {loginFailure(error)}
        </p>
      )}
      <button
        type="submit"
        className="button button-primary self-start"
        disabled={walletAddress === null || isPending}
      >
        {isPending ? 'Waiting for the wallet…' : 'Sign in'}
      </button>
      <p className="text-small text-ink2">
        The wallet is asked to sign a text that names this site, your address and your username. It moves
        nothing and costs nothing.
      </p>
    </form>
  );
}
