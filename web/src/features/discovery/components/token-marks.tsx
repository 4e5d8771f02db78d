import type { IconName } from '../../../ui/icon';
import { Icon } from '../../../ui/icon';
import type { Mark } from '../model/marks';
import { type ToldToken, useTellOf } from '../model/use-tell-of';

const LOOKS: Record<Mark['kind'], { tag: string; icon: IconName | null }> = {
  danger: { tag: 'tag-danger', icon: 'warning' },
  flag: { tag: 'tag-danger', icon: 'flag' },
  risk: { tag: 'tag-warn', icon: 'warning' },
  gap: { tag: 'tag-unknown', icon: 'gap' },
  unknown: { tag: 'tag-unknown', icon: null },
  origin: { tag: 'border-sim text-sim', icon: null },
  alert: { tag: 'border-brand text-brand', icon: 'bell' },
  plain: { tag: '', icon: null },
};

type MarkLineProps = { token: ToldToken; marks: readonly Mark[]; most: number };

/**
 * The first marks on one line; the rest are counted. It is one button, which tells what all of them mean: a title is read
 * neither by touch nor by keys. The line that it stands in has its height without it.
 */
export function MarkLine({ token, marks, most }: MarkLineProps) {
  const tellMarks = useTellMarks(token, marks);
  const rest = marks.slice(most);
  if (marks.length === 0) return null;
  return (
    <button type="button" className="mark-line" onClick={tellMarks}>
      {marks.slice(0, most).map(({ kind, text, short, title }) => {
        const { tag, icon } = LOOKS[kind];
        return (
          <span key={text} className={`tag ${tag}`} data-mark={kind} title={title}>
            {icon && <Icon name={icon} size={12} />}
            {kind === 'alert' && <span className="sr-only">Alert at</span>}
            <span className="truncate">{most === 1 ? (short ?? text) : text}</span>
          </span>
        );
      })}
      {rest.length > 0 && (
        <span className="tag border-transparent bg-raised" title={rest.map(({ title }) => title).join('. ')}>
          +{rest.length}
          <span className="sr-only">: {rest.map(({ text }) => text).join(', ')}</span>
        </span>
      )}
    </button>
  );
}

/** What a press on marks does. */
export function useTellMarks(token: ToldToken, marks: readonly Mark[]): () => void {
  const tell = useTellOf(token);
  return () =>
    tell(
      'Marks',
      marks.map(({ title }) => title),
    );
}
