/** No volume incentives are running: the fields exist and are zero, as on chain. */
export const NO_INCENTIVES = {
  track_volume: false,
  total_unclaimed_tokens: 0n,
  total_claimed_tokens: 0n,
  current_sol_volume: 0n,
  last_update_timestamp: 0n,
} as const;

export const NO_CASHBACK = { cashback_fee_basis_points: 0n, cashback: 0n } as const;
