import { useState } from 'react';
import { cleanText, initialsOf } from '../../../lib/text';
import type { DrawnToken } from '../model/drawn-token';
import { describeNoPicture, pictureOf } from '../model/picture';

const SIZES = {
  card: { side: 40, box: 'h-10 w-10 rounded-segment text-body' },
  row: { side: 24, box: 'h-6 w-6 rounded-[5px] text-micro' },
} as const;

type TokenTileProps = {
  token: Pick<DrawnToken, 'symbol' | 'imageUrl' | 'imageFailure'>;
  size: keyof typeof SIZES;
};

/** A token's picture; its two letters until that is drawn, and where there is none. The box is the same. */
export function TokenTile({ token: { symbol, imageUrl, imageFailure }, size }: TokenTileProps) {
  const { side, box } = SIZES[size];
  const picture = pictureOf(imageUrl);
  const [ended, setEnded] = useState<{ picture: string; isDrawn: boolean } | null>(null);
  const state = ended?.picture !== picture ? 'loading' : ended?.isDrawn ? 'drawn' : 'failed';
  const look = state === 'drawn' ? '' : 'border border-dashed border-unk bg-unk-t font-semibold text-unk';
  return (
    <span
      aria-hidden="true"
      title={imageFailure ? describeNoPicture(imageFailure).title : undefined}
      className={`tile relative flex flex-none items-center justify-center overflow-hidden ${look} ${box}`}
    >
      {state !== 'drawn' && initialsOf(cleanText(symbol ?? '').text)}
      {picture !== null && state !== 'failed' && (
        <img
          key={picture}
          alt=""
          src={`${picture}?size=64`}
          srcSet={`${picture}?size=64 64w, ${picture}?size=256 256w`}
          sizes={`${side}px`}
          width={side}
          height={side}
          loading="lazy"
          decoding="async"
          className={`absolute inset-0 h-full w-full object-cover ${state === 'drawn' ? '' : 'opacity-0'}`}
          onLoad={() => setEnded({ picture, isDrawn: true })}
          onError={() => setEnded({ picture, isDrawn: false })}
        />
      )}
    </span>
  );
}
