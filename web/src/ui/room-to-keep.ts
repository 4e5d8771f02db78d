/**
 * What a box keeps of `most`, its greatest height so far, in px: never less than its content has (`natural`), and of the
 * rest nothing that lies below the window, of which it has `inWindow`.
 */
export const roomToKeep = (most: number, natural: number, inWindow: number): number =>
  Math.max(natural, Math.min(most, inWindow));
