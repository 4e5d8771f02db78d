import { Suspense } from 'react';
import { useOpenedScores } from '../features/discovery/model/opened-scores';
import { lazyAhead } from '../lib/chunks';

const ScoreDialog = lazyAhead('score-dialog', () => import('../features/discovery/components/score-dialog'));

export function OpenedScores() {
  const opened = useOpenedScores();
  if (!opened) return null;
  return (
    <Suspense>
      <ScoreDialog opened={opened} />
    </Suspense>
  );
}
