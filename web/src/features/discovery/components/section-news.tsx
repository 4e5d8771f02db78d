/** "3 new" in the head of a section of its own: lets in what waits. */
export function SectionNews({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <span className="ml-auto flex-none" aria-live="polite">
      {count > 0 && (
        <button type="button" className="news" onClick={onPress}>
          {count} new
        </button>
      )}
    </span>
  );
}
