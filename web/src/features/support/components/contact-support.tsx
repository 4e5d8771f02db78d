import { type ChangeEvent, type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { describeError } from '../../../lib/api';
import { useToast } from '../../../ui/toast';
import { type ContactField, mailLinkOf, NO_WORDS, wrongIn } from '../model/contact-form';
import './contact-support.css';

const FIELDS = [
  { name: 'name', label: 'Name', autoComplete: 'name' },
  { name: 'email', label: 'Email', autoComplete: 'email', inputMode: 'email' },
  { name: 'subject', label: 'Subject' },
  { name: 'message', label: 'Message' },
] as const satisfies readonly {
  name: ContactField;
  label: string;
  autoComplete?: string;
  inputMode?: 'email';
}[];

const TOAST_MS = 5_000;

type SupportProps = {
  /** Null where none is configured; undefined while that is not known. */
  address: string | null | undefined;
  /** Why it could not be found out. */
  error: unknown;
};

/** Writes a mail in the visitor's own mail program: the server is told nothing. */
export function ContactSupport({ address, error }: SupportProps) {
  return (
    <div className="support">
      <h1 className="text-hero font-semibold tracking-[-0.02em]">Contact Support</h1>
      <p className="mt-2 text-ink2">
        This form opens your own email program with your words in it. Nothing is sent to this site.
      </p>
      <ContactForm address={address ?? null} />
      <div className="mt-4 text-ink2">
        {address ? (
          <p>
            Or write to{' '}
            <a
              className="text-brand underline underline-offset-[3px]"
              href={`mailto:${encodeURIComponent(address)}`}
            >
              {address}
            </a>{' '}
            directly.
          </p>
        ) : (
          <p role="status">
            {error != null && `The support address could not be read (${describeError(error)}). `}
            {error == null && address === null && 'No support address is set on this server. '}
            {(error != null || address === null) && 'Your email opens without one, for you to fill in.'}
          </p>
        )}
      </div>
    </div>
  );
}

function ContactForm({ address }: { address: string | null }) {
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [words, setWords] = useState(NO_WORDS);
  const [wasSubmitted, setSubmitted] = useState(false);
  const wrong = wasSubmitted ? wrongIn(words) : {};

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = Object.keys(wrongIn(words));
    setSubmitted(first !== undefined);
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    toast({
      kind: 'plain',
      title: 'Opening email client',
      text: 'Your default email application will open with the message pre-filled.',
      lastsMs: TOAST_MS,
    });
    location.assign(mailLinkOf(address, words));
    setWords(NO_WORDS);
  };

  return (
    <form ref={form} noValidate className="card mt-6 gap-4 p-5 md:p-6" onSubmit={submit}>
      {FIELDS.map(({ name, label, ...hints }) => (
        <Field key={name} label={label} wrong={wrong[name]}>
          {(described) => {
            const control = {
              ...described,
              name,
              value: words[name],
              onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
                setWords((before) => ({ ...before, [name]: value })),
            };
            return name === 'message' ? (
              <textarea rows={6} {...control} />
            ) : (
              <input type="text" {...hints} {...control} />
            );
          }}
        </Field>
      ))}
      <button type="submit" className="button button-primary self-start px-4">
        Send Message
      </button>
    </form>
  );
}

type Described = {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  className: string;
};

/** A control with its label, and below it what is wrong. */
function Field(props: {
  label: string;
  wrong: string | undefined;
  children: (described: Described) => ReactNode;
}) {
  const { label, wrong, children } = props;
  const id = useId();
  const wrongId = `${id}-wrong`;
  return (
    <div>
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': wrong !== undefined,
        'aria-describedby': wrong === undefined ? undefined : wrongId,
        className: 'field',
      })}
      {wrong !== undefined && (
        <p id={wrongId} className="mt-1 text-small text-neg">
          {wrong}
        </p>
      )}
    </div>
  );
}
