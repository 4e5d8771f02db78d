import { type Life, sayWindows } from '../../../lib/windows';
import { Icon } from '../../../ui/icon';
import { type OpenedScores, openScores } from '../model/opened-scores';
import { useTellOf } from '../model/use-tell-of';

const SHOWN = 3;

type LineProps = { chips: readonly string[]; onPress: () => void; hasPassed?: boolean };

/** The first words on one line, the rest counted. It is one button, which leads to all of them: a title cannot be read by touch. */
function Line({ chips, onPress, hasPassed = false }: LineProps) {
  if (chips.length === 0) return null;
  const rest = chips.length - SHOWN;
  return (
    <button type="button" className="chip-line" onClick={onPress}>
      {chips.slice(0, SHOWN).map((chip) => (
        <span key={chip} className="chip" title={chip}>
          {hasPassed && <Icon name="check" size={12} className="text-pos" />}
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

type ChipsProps = { token: OpenedScores['token'] & Life; chips: readonly string[] };

/** What is strongest and worst about a token; a press tells all of it. */
export function IndicatorChips({ token, chips }: ChipsProps) {
  const tell = useTellOf(token);
  const said = chips.map((chip) => sayWindows(chip, token));
  return <Line chips={said} onPress={() => tell('Indicators', said)} />;
}

/** What each gate saw that a token passes; a press opens its gates. */
export function PassedChips({ token, chips }: ChipsProps) {
  const said = chips.map((chip) => sayWindows(chip, token));
  return <Line chips={said} onPress={() => openScores({ token, score: 'ultimate' })} hasPassed />;
}
