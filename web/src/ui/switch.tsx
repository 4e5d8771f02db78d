/** On or off, 36 × 20 in a target of 40. What it switches stands beside it. */
export function Switch({
  isOn,
  labelledBy,
  describedBy,
  isDisabled = false,
  onToggle,
}: {
  isOn: boolean;
  labelledBy: string;
  describedBy: string;
  isDisabled?: boolean;
  onToggle: () => void;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      disabled={isDisabled}
      className="-mx-1 flex h-10 w-11 flex-none items-center justify-center disabled:cursor-not-allowed disabled:opacity-60"
      onClick={onToggle}
    >
      <span
        className={`flex h-5 w-9 items-center rounded-full border px-0.5 ${
          isOn ? 'justify-end border-brand-fill bg-brand-fill' : 'justify-start border-control'
        }`}
      >
        <span className={`h-3.5 w-3.5 rounded-full ${isOn ? 'bg-on-brand' : 'bg-control'}`} />
      </span>
    </button>
  );
}
