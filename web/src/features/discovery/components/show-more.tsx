import { formatCount } from '../../../lib/format';

/** How many of a list are shown, and more of them where they are held. */
export function ShowMore({
  shown,
  total,
  onMore,
}: {
  shown: number;
  total: number;
  onMore: (() => void) | null;
}) {
  if (total <= shown) return null;
  return (
    <div className="flex items-center gap-3 pt-3 text-small text-ink3">
      {formatCount(shown)} of {formatCount(total)} shown.
      {onMore && (
        <button type="button" className="button" onClick={onMore}>
          Show more
        </button>
      )}
    </div>
  );
}
