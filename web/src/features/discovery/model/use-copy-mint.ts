import { useEffect, useState } from 'react';
import { useToast } from '../../../ui/toast';

const COPIED_MS = 2_000;

/** Whether `mint` was just copied, and how to copy it. */
export function useCopyMint(mint: string): [boolean, () => void] {
  const toast = useToast();
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return;
    const timer = setTimeout(() => setCopiedAt(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(mint);
    } catch (error) {
      console.warn('the clipboard refused', error);
      toast({
        title: 'Copy failed',
        text: 'The browser refused access to the clipboard',
        kind: 'destructive',
        lastsMs: COPIED_MS,
      });
      return;
    }
    setCopiedAt(Date.now());
    toast({ title: 'Copied!', text: 'Mint address copied to clipboard', kind: 'done', lastsMs: COPIED_MS });
  };
  return [copiedAt > 0, () => void copy()];
}
