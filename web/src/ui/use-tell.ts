import { useCallback } from 'react';
import { useToast } from './toast';

const TOLD_MS = 4_000;

/** Answers a press with words, where nothing else happens: what is only a title cannot be read by touch. */
export function useTell(): (title: string, text: string) => void {
  const toast = useToast();
  return useCallback((title, text) => toast({ title, text, kind: 'plain', lastsMs: TOLD_MS }), [toast]);
}
