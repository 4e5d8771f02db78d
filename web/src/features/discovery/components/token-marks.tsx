import type { IconName } from '../../../ui/icon';
import { Icon } from '../../../ui/icon';
import { useTell } from '../../../ui/use-tell';
import type { Mark } from '../model/marks';

const LOOKS: Record<Mark['kind'], { tag: string; icon: IconName | null }> = {
  risk: { tag: 'tag-warn', icon: 'warning' },
  gap: { tag: 'tag-unknown', icon: 'gap' },
  unknown: { tag: 'tag-unknown', icon: null },
  origin: { tag: 'border-sim text-sim', icon: null },
  alert: { tag: 'border-brand text-brand', icon: 'bell' },
  plain: { tag: '', icon: null },
};

/**
 * The first marks on one line; the rest are counted, and named by the count. The line has its height without any. A press
 * tells what a mark means, which a pointer is told by resting on it; keys are not led through them, as they do nothing.
 */
export function MarkLine({ marks, most }: { marks: readonly Mark[]; most: number }) {
  const tell = useTell();
  const rest = marks.slice(most);
  return (
    <>
      {marks.slice(0, most).map(({ kind, text, short, title }) => {
        const { tag, icon } = LOOKS[kind];
        return (
          <button
            key={text}
            type="button"
            tabIndex={-1}
            className={`tag ${tag}`}
            data-mark={kind}
            title={title}
            onClick={() => tell(text, title)}
          >
            {icon && <Icon name={icon} size={12} />}
            {kind === 'alert' && <span className="sr-only">Alert at</span>}
            {most === 1 ? (short ?? text) : text}
          </button>
        );
      })}
      {rest.length > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className="tag border-transparent bg-raised"
          title={inWords(rest, 'title', '. ')}
          onClick={() => tell(inWords(rest, 'text', ', '), inWords(rest, 'title', '. '))}
        >
          +{rest.length}
          <span className="sr-only">: {inWords(rest, 'text', ', ')}</span>
        </button>
      )}
    </>
  );
}

const inWords = (marks: readonly Mark[], field: 'text' | 'title', between: string): string =>
  marks.map((mark) => mark[field]).join(between);
