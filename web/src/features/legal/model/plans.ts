/** What is planned of $CRPT and not built: figures of the whitepaper alone, which no rule reads. */
export const STAKING_TIERS = [
  { name: 'Bronze', staked: '1,000–9,999', yieldPercent: 5, feeSharePercent: 0 },
  { name: 'Silver', staked: '10,000–49,999', yieldPercent: 10, feeSharePercent: 0.5 },
  { name: 'Gold', staked: '50,000–199,999', yieldPercent: 15, feeSharePercent: 1.5 },
  { name: 'Platinum', staked: '200,000+', yieldPercent: 20, feeSharePercent: 3 },
] as const;

export const PLANS = [
  { monthlyUsd: 29, discountPercent: 20 },
  { monthlyUsd: 99, discountPercent: 25 },
  { monthlyUsd: 299, discountPercent: 30 },
] as const;

/** Of fees that are paid in $CRPT. */
export const BURNED_PERCENT = 50;
/** Of the votes on a change of fees. */
export const SUPERMAJORITY_PERCENT = 66;
