import { amountOf, type Gate, isFlag } from '@cryptonite/contracts/rules';

const SIGNS = { atLeast: '≥', atMost: '≤', under: '<', above: '>' } as const;

/** What a gate asks for: "≥ $2,000 or ≥ 20% of market cap". */
export const limitsOf = ({ any }: Gate): string =>
  any
    .map((condition) => {
      const { comparison, limit, unit, of = '' } = condition;
      return isFlag(condition) ? of : `${SIGNS[comparison]} ${amountOf(limit, unit)} ${of}`.trimEnd();
    })
    .join(' or ');
