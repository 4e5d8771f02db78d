import { useCallback, useMemo } from 'react';
import { useList } from '../api/get-list';
import { useHeldTokens } from '../api/held-tokens';
import type { ListedToken } from './held-lists';
import type { Leave } from './hold-rows';
import { leavings } from './leavings';
import type { TabList } from './url-state';
import { useDiscovery } from './use-discovery';
import { rowsName } from './wanted-row';
import { asItLeft, whyLeft, whyOutside } from './why-left';

const NO_TOKENS: readonly ListedToken[] = [];

/** For the list of the source in the address: its name, and what became of a token that left it. */
export function useLeave(list: TabList): {
  name: string;
  leaveOf: (token: ListedToken) => Leave<ListedToken>;
} {
  const [{ source, profile }] = useDiscovery();
  const other = useList(list === 'qualified' ? 'rejected' : 'qualified', source).data?.items ?? NO_TOKENS;
  const byMint = useMemo(() => new Map(other.map((token) => [token.mint, token])), [other]);
  const held = useHeldTokens();
  const leaveOf = useCallback(
    (token: ListedToken) => {
      const elsewhere = byMint.get(token.mint);
      if (elsewhere) return { token: elsewhere, reason: whyLeft(elsewhere) };
      const { item } = leavings.of(profile, [list], token.mint) ?? {};
      if (item) return { token: item, reason: whyOutside(item.bondingCurveProgress) };
      const now = held.get(token.mint);
      return { token: asItLeft(token, now), reason: whyOutside(now?.bondingCurveProgress ?? null) };
    },
    [byMint, held, profile, list],
  );
  return { name: rowsName(list, source), leaveOf };
}
