import { useQuery } from '@tanstack/react-query';
import { scanProgressQuery, ultimateStatsQuery } from '../features/discovery/api/get-scan-progress';
import { useHeldTokens } from '../features/discovery/api/held-tokens';
import { filteredOf, heldCapsOf, scanCadenceOf, shownOf } from '../features/discovery/model/measured';
import { Figures } from '../features/landing/components/figures';

export default function LandingFigures() {
  const { data: scan } = useQuery(scanProgressQuery());
  const { data: stats } = useQuery(ultimateStatsQuery('live'));
  const held = useHeldTokens();
  const measured = {
    ...(scan && { cadence: scanCadenceOf(scan) }),
    ...(stats && { shown: shownOf(stats), filtered: filteredOf(stats) }),
    ...(held.size > 0 && { caps: heldCapsOf(held) }),
    // What patterns learn from is observed launches, whose number no answer tells.
    launches: null,
  };
  return <Figures measured={measured} />;
}
