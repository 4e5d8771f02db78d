import { useId } from 'react';
import { type Announcing, setAnnouncing, useAnnouncing } from '../../../lib/announcing';
import { switchSound } from '../../../lib/sound';
import { Switch } from '../../../ui/switch';

const ROWS: readonly { what: Announcing; label: string; hint: string }[] = [
  { what: 'qualified', label: 'Qualified', hint: 'Of the source on screen: toast, bell and desktop' },
  {
    what: 'bothSources',
    label: 'Both sources',
    hint: 'Qualified of PumpFun and Bonded, whichever is on screen',
  },
  { what: 'ultimate', label: 'Ultimate', hint: 'Bell and desktop' },
  { what: 'earlyStage', label: 'Early Stage', hint: 'Bell and desktop' },
  { what: 'sound', label: 'Sound', hint: 'One tone per batch of qualified tokens' },
];

/** Which lists announce what is new on them, and whether it is heard. */
export function AnnounceSettings() {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="mt-5 border-t border-line2 pt-4">
      <h3 id={titleId} className="mb-1 text-value font-medium">
        Notify me about
      </h3>
      {ROWS.map((row) => (
        <AnnounceRow key={row.what} {...row} />
      ))}
    </section>
  );
}

function AnnounceRow({ what, label, hint }: (typeof ROWS)[number]) {
  const isOn = useAnnouncing(what);
  const id = useId();
  const toggle = () => (what === 'sound' ? switchSound(!isOn) : setAnnouncing(what, !isOn));
  return (
    <div className="flex h-11 items-center gap-4">
      <div className="flex-1">
        <div id={`${id}-label`} className="text-small font-medium">
          {label}
        </div>
        <p id={`${id}-hint`} className="text-label text-ink3">
          {hint}
        </p>
      </div>
      <Switch isOn={isOn} labelledBy={`${id}-label`} describedBy={`${id}-hint`} onToggle={toggle} />
    </div>
  );
}
