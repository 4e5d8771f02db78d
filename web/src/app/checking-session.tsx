/** Stands where it is not yet known who is signed in. */
export function CheckingSession() {
  return (
    <p className="panel text-ink2" role="status">
      Checking who is signed in…
    </p>
  );
}
