import { formatCount } from '../../../lib/format';
import type { DrawnToken } from '../model/drawn-token';

/** That somebody paid for it to be seen. */
export function Promotion({ token: { boosts, hasPaidProfile } }: { token: DrawnToken }) {
  if (boosts !== null && boosts > 0) return <span className="tag">Boosted {formatCount(boosts)}</span>;
  return hasPaidProfile ? <span className="tag">Paid profile</span> : null;
}
