import { useCallback } from 'react';
import { useToast } from './toast';

const TOLD_MS = 4_000;
const READ_MS_PER_LETTER = 50;

/** Answers a press with words, where nothing else happens: what is only a title cannot be read by touch. */
export function useTell(): (title: string, lines: readonly string[]) => void {
  const toast = useToast();
  return useCallback(
    (title, lines) =>
      toast({
        title,
        text: lines,
        kind: 'plain',
        lastsMs: TOLD_MS + READ_MS_PER_LETTER * lines.join('').length,
      }),
    [toast],
  );
}
