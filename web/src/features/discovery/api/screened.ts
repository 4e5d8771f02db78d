import { ScreenedToken } from '@cryptonite/contracts/api';

/** For specs: a token that is told in numbers of trades alone. */
export function screened(mint: string, tradeCount: number, measuredAt: number): ScreenedToken {
  const unknown = Object.fromEntries(Object.keys(ScreenedToken.shape).map((field) => [field, null]));
  return {
    ...(unknown as unknown as ScreenedToken),
    mint,
    tradeCount,
    totalTrades: tradeCount,
    lifecycle: 'bonding',
    quoteMint: 'x',
    holderCoverage: 1,
    priceTrail: [],
    indicators: [],
    worstDanger: null,
    seenSinceCreation: true,
    gapSeen: false,
    launchpadUrl: 'https://pump.fun',
    dexUrl: 'https://dexscreener.com',
    rulesVersion: 1,
    origin: { kind: 'market', name: 'seed 7' },
    measuredAt,
  };
}
