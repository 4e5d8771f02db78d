import { cleanText, initialsOf } from '../../../lib/text';

const SIZES = { card: 'h-10 w-10 rounded-segment text-body', row: 'h-6 w-6 rounded-[5px] text-micro' };

/** No pictures are served, so every token has its two letters. */
export function TokenTile({ symbol, size }: { symbol: string | null; size: keyof typeof SIZES }) {
  return (
    <span
      aria-hidden="true"
      className={`tile flex flex-none items-center justify-center overflow-hidden border border-dashed border-unk bg-unk-t font-semibold text-unk ${SIZES[size]}`}
    >
      {initialsOf(cleanText(symbol ?? '').text)}
    </span>
  );
}
