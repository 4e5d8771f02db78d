import { useQuery } from '@tanstack/react-query';
import { scanProgressQuery, ultimateStatsQuery } from '../features/discovery/api/get-scan-progress';
import { useHeldTokens } from '../features/discovery/api/held-tokens';
import { capRangeOf, filteredOf, scanCadenceOf, shownOf } from '../features/discovery/model/measured';
import { Figures } from '../features/landing/components/figures';

export default function LandingFigures() {
  const { data: scan } = useQuery(scanProgressQuery());
  const { data: stats } = useQuery(ultimateStatsQuery('live'));
  const held = useHeldTokens();
  const measured = {
    cadence: scanCadenceOf(scan),
    shown: shownOf(stats),
    filtered: filteredOf(stats),
    launches: null,
    caps: capRangeOf(held.values(), 'of all tokens at hand'),
  };
  return <Figures measured={measured} />;
}
