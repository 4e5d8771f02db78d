import { useQuery } from '@tanstack/react-query';
import { siteConfigQuery } from '../../../lib/site-config';
import { balanceQuery } from '../api/get-balance';
import { describeBalanceError } from './balance-error';
import { type Gate, judgeGate } from './judge-gate';

/** What the gate is to a wallet, whether or not it is connected here. Of nobody nothing is asked. */
export function useGate(walletAddress: string | null) {
  const isAsked = walletAddress !== null;
  const config = useQuery({ ...siteConfigQuery(), enabled: isAsked });
  const rule = config.data?.gate;
  const held = useQuery({
    ...balanceQuery(walletAddress ?? '', rule?.mint ?? null),
    enabled: isAsked && rule !== undefined,
  });
  const error = config.error ?? held.error;
  const seen = {
    balance: held.data,
    failure: error === null ? null : describeBalanceError(error),
    isChecking: config.isFetching || held.isFetching,
  };
  const gate: Gate = judgeGate(seen, rule?.minimum ?? Number.POSITIVE_INFINITY);
  const check = () => void (rule === undefined ? config.refetch() : held.refetch());
  return { gate, rule: rule ?? null, check };
}
