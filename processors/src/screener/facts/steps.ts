/** The steps of a token's life, told as they happen. */
import type { Fact } from '@cryptonite/contracts/events';
import { isEarlyStage, RULES_VERSION } from '@cryptonite/contracts/rules';
import { marketCapUsdOf } from '../measures/features.js';
import { emit, type Partition } from '../partition.js';
import type { Token } from '../state/token.js';
import { lifecycleOf } from './lifecycle.js';

/**
 * Steps of the lifecycle and the alert go out with the fact that caused them, at its time: stream time is still that of
 * the slot confirmed before it.
 */
export function noteSteps(
  partition: Partition,
  { state }: Token,
  fact: Pick<Fact, 'position' | 'time'>,
  progress: number | null,
): void {
  const baseOf = () => ({
    mint: state.mint,
    position: fact.position,
    time: fact.time,
    rulesVersion: RULES_VERSION,
    origin: state.source,
  });
  const to = lifecycleOf(state, progress);
  const from = state.lifecycle ?? (state.curve === null ? to : 'bonding');
  state.lifecycle = to;
  if (from !== null && to !== null && from !== to)
    emit(partition, {
      kind: 'LifecycleChanged',
      id: `${state.mint}:${fact.position}:LifecycleChanged:${to}`,
      ...baseOf(),
      from,
      to,
    });

  if (state.alertRaisedAt !== null) return;
  if (to === null || progress === null || !isEarlyStage(to, progress)) return;
  const base = baseOf();
  state.alertRaisedAt = base.time;
  state.alertMarketCapUsd = marketCapUsdOf(state, partition.clock);
  emit(partition, {
    kind: 'BondingAlertRaised',
    id: `${state.mint}:BondingAlertRaised`,
    ...base,
    bondingProgressPercent: progress,
    marketCapUsd: state.alertMarketCapUsd,
  });
}
