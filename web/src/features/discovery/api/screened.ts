import { HighHypeToken, RejectedToken, type ScreenedToken } from '@cryptonite/contracts/api';

/** For specs: a token that is told in numbers of trades alone. */
export function screened(mint: string, tradeCount: number, measuredAt: number): ScreenedToken {
  const unknown = (schema: { shape: object }) =>
    Object.fromEntries(Object.keys(schema.shape).map((key) => [key, null]));
  return {
    ...(unknown(RejectedToken) as unknown as ScreenedToken),
    ...(unknown(HighHypeToken) as unknown as ScreenedToken),
    mint,
    tradeCount,
    totalTrades: tradeCount,
    lifecycle: 'bonding',
    quoteMint: 'x',
    holderCoverage: 1,
    priceTrail: [],
    indicators: [],
    seenSinceCreation: true,
    gapSeen: false,
    launchpadUrl: 'https://pump.fun',
    dexUrl: 'https://dexscreener.com',
    rulesVersion: 1,
    origin: { kind: 'market', name: 'seed 7' },
    measuredAt,
  };
}
