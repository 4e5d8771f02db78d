/** What screening events have in common: topic `screening.tokens`. */
import { z } from 'zod';
import { Mint, Position, TimeMs } from '../chain/index.js';
import { CHECK_NAMES, CHECK_VERDICTS, LISTED, PROFILE_NAMES } from '../rules/index.js';
import { Source } from './shared.js';

export const Lifecycle = z.enum(['bonding', 'migrating', 'graduated']);
export type Lifecycle = z.infer<typeof Lifecycle>;

export const ProfileName = z.enum(PROFILE_NAMES);
export type ProfileName = z.infer<typeof ProfileName>;

export const ListSource = z.enum(['pumpfun', 'bonded']);
export type ListSource = z.infer<typeof ListSource>;

/** One check of a profile. A value that was not observed is null and its verdict `unknown`, which does not pass. */
export const Check = z.object({
  name: z.enum(CHECK_NAMES),
  verdict: z.enum(CHECK_VERDICTS),
  value: z.number().nullable(),
  /** The least value that passes; for `progress` the window's lower end; null for `bonded`. */
  limit: z.number().nullable(),
});
export type Check = z.infer<typeof Check>;

/** A list whose first listing is kept, by its name in the rules. */
export const ListedName = z.enum(LISTED);

/** One gate of a list. A value that was not observed is null and its verdict `unknown`, which does not pass. */
export const GateValue = z.object({
  name: z.string().max(64),
  verdict: z.enum(CHECK_VERDICTS),
  /** Of the condition that passed, else of the first that is known. What is true or false is 1 or 0. */
  value: z.number().nullable(),
  limit: z.number(),
});
export type GateValue = z.infer<typeof GateValue>;

export const screeningBase = {
  /** Unique among derived events and the same on every replay. */
  id: z.string().min(1).max(200),
  mint: Mint,
  /** The journal position of the newest fact behind it. */
  position: Position,
  /**
   * Stream time of the measurement; of an alert and a step of the lifecycle the chain time of the fact at `position`; of an
   * outcome the end of its horizon.
   */
  time: TimeMs,
  rulesVersion: z.int(),
};

/** What a finding says besides: where its data come from. Older records lack it. */
export const findingBase = { ...screeningBase, origin: Source.optional() };

/** What a token that enters a list was found to be. */
export const verdictFields = {
  ...findingBase,
  profile: ProfileName,
  source: ListSource,
  passedChecks: z.int(),
  totalChecks: z.int(),
  checks: z.array(Check).max(10),
  marketCapUsd: z.number().nullable(),
};
