import { Icon } from '../../../ui/icon';
import type { DrawnToken } from '../model/drawn-token';

const STEPS = [
  ['bonding', 'Bonding'],
  ['migrating', 'Migrating'],
  ['graduated', 'Graduated'],
] as const;

/** Bonding, migrating, graduated: where a token stands. Narrow cards show the step that it is in. */
export function LifecycleStepper({ lifecycle }: { lifecycle: DrawnToken['lifecycle'] }) {
  const at = STEPS.findIndex(([step]) => step === lifecycle);
  return (
    <ol className="flex items-center text-small text-ink3" aria-label="Lifecycle">
      {STEPS.map(([step, label], index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={`items-center gap-1 ${index === at ? 'flex' : 'hidden min-[1440px]:flex'} ${index <= at ? 'font-medium text-ink' : ''}`}
        >
          {index > 0 && (
            <span className="mx-1 hidden h-px w-2 bg-line2 min-[1440px]:block" aria-hidden="true" />
          )}
          {index < at && <Icon name="check" size={12} />}
          {index === at && <span className="h-[7px] w-[7px] rounded-full bg-brand" aria-hidden="true" />}
          {label}
        </li>
      ))}
    </ol>
  );
}
