import { useQuery } from '@tanstack/react-query';
import { scanProgressQuery } from '../features/discovery/api/get-scan-progress';
import { useHeldTokens } from '../features/discovery/api/held-tokens';
import { cadenceOf, filteredOf, heldCapsOf, shownOf } from '../features/discovery/model/measured';
import { Figures } from '../features/landing/components/figures';

export default function LandingFigures() {
  const { data: scan } = useQuery(scanProgressQuery());
  const held = useHeldTokens();
  const measured = {
    ...(scan && { cadence: cadenceOf(scan), shown: shownOf(scan), filtered: filteredOf(scan) }),
    ...(held.size > 0 && { caps: heldCapsOf(held) }),
    // What patterns learn from is observed launches, whose number no answer tells.
    launches: null,
  };
  return <Figures measured={measured} />;
}
