import { z } from 'zod';
import { ProfileName } from '../events/index.js';
import { LIST_NAMES, type ListName, type PlaceSchema, placeSchemaOf } from './lists.js';
import { Ms } from './shared.js';
import { ScreenedToken } from './tokens.js';

type Places = { [Name in ListName]: z.ZodOptional<PlaceSchema<Name>> };
const places = Object.fromEntries(
  LIST_NAMES.map((name) => [name, placeSchemaOf(name).optional()]),
) as unknown as Places;

/**
 * `/api/stream`: server-sent events. The event id is the vector of partition offsets ("0:12,1:44"), and
 * `Last-Event-ID` resumes after it; where it cannot, `reset` comes first and the client reads the lists anew.
 */
export const StreamToken = z.object({
  mint: z.string(),
  profile: ProfileName,
  /** Null when no list of the profile holds it now. */
  token: ScreenedToken.nullable(),
  /** The lists that hold it, each with what it says besides: a list's item is the token with its place. */
  lists: z.object(places),
  asOf: Ms,
});
export type StreamToken = z.infer<typeof StreamToken>;

export const STREAM_EVENTS = {
  /** First on a stream that cannot resume. Data: `{}`. */
  reset: 'reset',
  /** Data: {@link StreamToken}. */
  token: 'token',
  /** Data: MonitoringCount, about once per second. */
  monitoring: 'monitoring',
  /** Data: Health, about once per second; also the heartbeat. */
  health: 'health',
} as const;
