import type { StreamToken } from '@cryptonite/contracts/api';
import type { ProfileName } from '@cryptonite/contracts/events';
import { toEarlyStageToken } from '../../screening/view/high-hype-token.js';
import { toPreMigrationToken, toRejectedToken } from '../../screening/view/pre-migration-token.js';
import type { ScreeningProjection } from '../../screening/view/projection.js';

/** Where a token stands now; in no list when the projection does not hold it. */
export function toStreamToken(
  projection: ScreeningProjection,
  mint: string,
  profile: ProfileName,
): StreamToken {
  const token = projection.get(mint);
  const list = token?.profiles[profile].listing?.verdict ?? null;
  return {
    mint,
    profile,
    list,
    item: token ? (toRejectedToken(token, profile) ?? toPreMigrationToken(token, profile)) : null,
    earlyStage: token ? toEarlyStageToken(token) : null,
    asOf: projection.streamTime,
  };
}
