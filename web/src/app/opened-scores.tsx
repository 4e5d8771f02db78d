import { lazy, Suspense } from 'react';
import { useOpenedScores } from '../features/discovery/model/opened-scores';

/** It is loaded with the first plate that is opened. */
const ScoreDialog = lazy(() => import('../features/discovery/components/score-dialog'));

export function OpenedScores() {
  const opened = useOpenedScores();
  if (!opened) return null;
  return (
    <Suspense>
      <ScoreDialog opened={opened} />
    </Suspense>
  );
}
