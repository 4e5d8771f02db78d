/** Who a token is. It hardly ever changes, and goes out when it does. */
import type { IDENTITY_FIELDS } from '@cryptonite/contracts/events';
import { RULES_VERSION } from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';
import { emit, type Partition } from '../partition.js';

type ToldByDocument = 'pictureSha256' | 'pictureFailure' | 'twitter' | 'telegram' | 'description';
/** What the chain says of it; its document says the rest. */
export type Identity = Pick<TokenCore, Exclude<(typeof IDENTITY_FIELDS)[number], ToldByDocument>>;

export const identityOf = (state: Identity): Identity => ({
  source: state.source,
  symbol: state.symbol,
  name: state.name,
  uri: state.uri,
  creator: state.creator,
  createdAt: state.createdAt,
  seenSinceCreation: state.seenSinceCreation,
  isMayhem: state.isMayhem,
  bondingCurve: state.bondingCurve,
  pool: state.pool,
  quoteMint: state.quoteMint,
  quoteDecimals: state.quoteDecimals,
});

/** Field by field, as it is asked of every record: a loop over their names takes a seventh of the whole fold. */
export const isSameIdentity = (a: Identity, b: Identity): boolean =>
  a.symbol === b.symbol &&
  a.name === b.name &&
  a.uri === b.uri &&
  a.creator === b.creator &&
  a.createdAt === b.createdAt &&
  a.seenSinceCreation === b.seenSinceCreation &&
  a.isMayhem === b.isMayhem &&
  a.bondingCurve === b.bondingCurve &&
  a.pool === b.pool &&
  a.quoteMint === b.quoteMint &&
  a.quoteDecimals === b.quoteDecimals &&
  // Frames name the source: two ingests side by side are no news of the token.
  a.source.kind === b.source.kind;

/** `at` tells apart what is said of one token: where it was seen to change, or when it came onto a list. */
export function describe(partition: Partition, state: TokenCore, at: string, time: number): void {
  const pictureSha256 = state.world?.pictureSha256 ?? null;
  emit(partition, {
    kind: 'TokenDescribed',
    id: `${state.mint}:${at}:TokenDescribed`,
    mint: state.mint,
    position: state.position,
    time,
    rulesVersion: RULES_VERSION,
    ...identityOf(state),
    pictureSha256,
    // Of a picture that was had before, it is nobody's concern that it cannot be had now.
    pictureFailure: pictureSha256 === null ? (state.world?.pictureFailure ?? null) : null,
    twitter: state.world?.twitter ?? null,
    telegram: state.world?.telegram ?? null,
    description: state.world?.description ?? null,
  });
}
