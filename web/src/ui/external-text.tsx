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
