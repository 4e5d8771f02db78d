import { nameOf } from '../features/discovery/model/announcement';
import { openScores, useOpenedScores } from '../features/discovery/model/opened-scores';
import { lazyAhead } from '../lib/chunks';
import { LazyDialog } from '../ui/lazy-dialog';

const ScoreDialog = lazyAhead('score-dialog', () => import('../features/discovery/components/score-dialog'));
const CLOSE = () => openScores(null);

export function OpenedScores() {
  const opened = useOpenedScores();
  if (!opened) return null;
  return (
    <LazyDialog title={`Scores of ${nameOf(opened.token.symbol)}`} isOpen onClose={CLOSE}>
      <ScoreDialog opened={opened} />
    </LazyDialog>
  );
}
