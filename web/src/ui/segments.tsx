import type { ReactNode } from 'react';
import { moveByArrows } from './arrow-keys';

export type Segment<Value extends string> = { value: Value; label: ReactNode };

/** A segmented switch: one of few, chosen by pointer or arrow keys. */
export function Segments<Value extends string>({
  label,
  value,
  segments,
  onChange,
  isSmall = false,
}: {
  label: string;
  value: Value;
  segments: readonly Segment<Value>[];
  onChange: (value: Value) => void;
  /** As wide as its words at any width of the window. */
  isSmall?: boolean;
}) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={`gap-0.5 rounded-segment border border-line2 bg-surface p-0.5 ${isSmall ? 'inline-flex' : 'flex md:inline-flex'}`}
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
            className={`inline-flex items-center justify-center gap-1.5 whitespace-nowrap rounded-control text-small font-medium ${
              isSmall ? 'h-7 flex-none px-1.5' : 'h-10 flex-1 px-3 md:h-7 md:flex-none md:px-2'
            } ${isChosen ? 'bg-raised text-ink ring-1 ring-line2' : 'text-ink2 hover:text-ink'}`}
            onClick={() => onChange(segment.value)}
          >
            {segment.label}
          </button>
        );
      })}
    </div>
  );
}
