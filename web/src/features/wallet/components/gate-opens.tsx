/** What the gate protects; none of it is built. */
const OPENS = [
  { name: 'Private trading groups', what: 'Invite-only rooms for $CRPT holders.' },
  { name: 'Webhook alerts', what: 'What the scanner announces, sent to an address of yours.' },
] as const;

/** What there will be behind the gate, and that there is nothing yet. */
export function GateOpens() {
  return (
    <>
      <ul className="divide-y divide-line">
        {OPENS.map(({ name, what }) => (
          <li key={name} className="flex items-start justify-between gap-3 py-2.5">
            <span>
              <span className="block font-medium">{name}</span>
              <span className="block text-small text-ink2">{what}</span>
            </span>
            <span className="tag">Planned</span>
          </li>
        ))}
      </ul>
      <p className="border-t border-line pt-2.5 text-small text-ink2">
        Neither is available yet. Discovery stays free for everyone.
      </p>
    </>
  );
}
