import { Icon } from '../../../ui/icon';
import { useTell } from '../../../ui/use-tell';

const SHOWN = 3;

/** The first words on one line, the rest counted. It is one button, which tells all of them: a title cannot be read by touch. */
export function ChipLine({
  title,
  chips,
  isVerified = false,
}: {
  title: string;
  chips: readonly string[];
  /** Each says what a gate saw. */
  isVerified?: boolean;
}) {
  const tell = useTell();
  if (chips.length === 0) return null;
  const rest = chips.length - SHOWN;
  return (
    <button type="button" className="chip-line" onClick={() => tell(title, chips)}>
      {chips.slice(0, SHOWN).map((chip) => (
        <span key={chip} className="chip" title={chip}>
          {isVerified && <Icon name="check" size={12} className="text-pos" />}
          <span className="truncate">{chip}</span>
        </span>
      ))}
      {rest > 0 && (
        <span className="chip flex-none">
          +{rest}
          <span className="sr-only"> more</span>
        </span>
      )}
    </button>
  );
}
