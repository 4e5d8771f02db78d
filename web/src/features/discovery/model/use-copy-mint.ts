import type { Source } from '@cryptonite/contracts/api';
import { useEffect, useState } from 'react';
import { withCondition } from '../../../lib/condition';
import { useToast } from '../../../ui/toast';

const COPIED_MS = 2_000;

/** Whether `mint` was just copied, and how to copy it. What leaves the page says what it is: a simulated mint is none. */
export function useCopyMint(mint: string, origin: Source): [boolean, () => void] {
  const toast = useToast();
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return;
    const timer = setTimeout(() => setCopiedAt(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(withCondition(mint, origin));
    } catch (error) {
      console.warn('the clipboard refused', error);
      toast({
        title: 'Copy failed',
        text: withCondition('The browser refused access to the clipboard', origin),
        kind: 'destructive',
        lastsMs: COPIED_MS,
      });
      return;
    }
    setCopiedAt(Date.now());
    toast({
      title: 'Copied!',
      text: withCondition('Mint address copied to clipboard', origin),
      kind: 'done',
      lastsMs: COPIED_MS,
    });
  };
  return [copiedAt > 0, () => void copy()];
}
