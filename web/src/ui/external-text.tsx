import { useMemo } from 'react';
import { UNKNOWN } from '../lib/format';
import { cleanText } from '../lib/text';

/** Text from outside on one line: isolated, cleaned, with letters that imitate others coloured. */
export function ExternalText({ raw }: { raw: string | null }) {
  const clean = useMemo(() => (raw === null ? null : cleanText(raw)), [raw]);
  if (!clean?.text) return <span className="font-normal text-unk">{UNKNOWN}</span>;
  return (
    <bdi className="min-w-0 truncate" title={clean.text}>
      {clean.isLookAlike
        ? clean.parts.map(({ text, isOdd }, index) => (
            <span key={index} className={isOdd ? 'text-warn' : undefined}>
              {text}
            </span>
          ))
        : clean.text}
    </bdi>
  );
}

/** Which invisible characters were taken out of these texts: at most two named, the others counted. */
export function RemovedTags({ texts }: { texts: readonly (string | null)[] }) {
  const removed = [...new Set(texts.flatMap((raw) => (raw === null ? [] : cleanText(raw).removed)))];
  if (removed.length === 0) return null;
  return (
    <>
      {removed.slice(0, 2).map((name) => (
        <span
          key={name}
          className="tag tag-warn"
          title={`The creator's text held the invisible character ${name}`}
        >
          {name}
        </span>
      ))}
      {removed.length > 2 && <span className="tag tag-warn">+{removed.length - 2}</span>}
    </>
  );
}

export const hasLookAlikes = (texts: readonly (string | null)[]): boolean =>
  texts.some((raw) => raw !== null && cleanText(raw).isLookAlike);
