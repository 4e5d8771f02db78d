/** Whether a balance opens the gate. Values to values. */
export type Gate =
  | { state: 'checking' }
  | { state: 'unknown'; why: string }
  | { state: 'open' | 'closed'; balance: number; missing: number };

type Seen = {
  /** Whole gate tokens; undefined while they were not read. */
  balance: number | undefined;
  /** Why the last reading failed. */
  failure: string | null;
  /** Whether it is being read. */
  isChecking: boolean;
};

/** A balance that could not be read again is not taken for what it was. */
export function judgeGate({ balance, failure, isChecking }: Seen, minimum: number): Gate {
  if (isChecking) return { state: 'checking' };
  if (failure !== null) return { state: 'unknown', why: failure };
  if (balance === undefined) return { state: 'unknown', why: 'The balance was not asked yet' };
  const missing = Math.max(0, minimum - balance);
  return { state: missing === 0 ? 'open' : 'closed', balance, missing };
}
