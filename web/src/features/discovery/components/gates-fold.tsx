import { Icon } from '../../../ui/icon';

/** At the end of the line of gates: unfolds them to their rail, and folds them. `what` they are called there. */
export function GatesFold({ what, isOpen, onPress }: { what: string; isOpen: boolean; onPress: () => void }) {
  const label = `${isOpen ? 'Hide' : 'Show'} ${what}`;
  return (
    <button type="button" className="gates-fold" aria-expanded={isOpen} aria-label={label} onClick={onPress}>
      <span className="hidden md:inline">{label}</span>
      <Icon name="more" size={12} className={isOpen ? 'rotate-180' : ''} />
    </button>
  );
}
