import { z } from 'zod';
import { Position, TimeMs } from '../chain/index.js';

/** Where data come from. What is simulated or replayed says so in every record. */
export const Source = z.object({
  /** `provider`: a live chain; `tape`: recorded updates played again; `market`: simulated. */
  kind: z.enum(['provider', 'tape', 'market']),
  /** For people: a host name, a tape's file name, "market simulator, seed 7". */
  name: z.string().max(200),
});
export type Source = z.infer<typeof Source>;

/** What every chain fact carries. `time` is the chain's own, never the provider's clock. */
export const factBase = {
  id: z.string().min(1).max(200),
  position: Position,
  time: TimeMs,
};

/** Names, symbols and links are whatever their creator wrote. The chain bounds them loosely; this is our bound. */
export const EXTERNAL_TEXT_MOST = 2_000;
export const ExternalText = z.string().max(EXTERNAL_TEXT_MOST);
