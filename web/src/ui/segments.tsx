import type { ReactNode } from 'react';
import { moveByArrows } from './arrow-keys';

export type Segment<Value extends string> = { value: Value; label: ReactNode };

/** A segmented switch: one of few, chosen by pointer or arrow keys. */
export function Segments<Value extends string>({
  label,
  value,
  segments,
  onChange,
}: {
  label: string;
  value: Value;
  segments: readonly Segment<Value>[];
  onChange: (value: Value) => void;
}) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="flex gap-0.5 rounded-segment border border-line2 bg-surface p-0.5 md:inline-flex"
      onKeyDown={moveByArrows}
    >
      {segments.map((segment) => {
        const isChosen = segment.value === value;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a native radio cannot be drawn as a segment with a count
          <button
            key={segment.value}
            type="button"
            role="radio"
            aria-checked={isChosen}
            tabIndex={isChosen ? 0 : -1}
            className={`inline-flex h-10 flex-1 items-center justify-center gap-1.5 whitespace-nowrap rounded-control px-3 text-small font-medium md:h-7 md:flex-none ${
              isChosen ? 'bg-raised text-ink ring-1 ring-line2' : 'text-ink2 hover:text-ink'
            }`}
            onClick={() => onChange(segment.value)}
          >
            {segment.label}
          </button>
        );
      })}
    </div>
  );
}
