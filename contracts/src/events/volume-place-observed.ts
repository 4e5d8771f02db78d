import { z } from 'zod';
import { TimeMs } from '../chain/index.js';
import { answerBase } from './answer-shared.js';

/**
 * Where a token stands by its volume of an hour in dollars among live tokens: those of its kind of source that were traded in
 * the hour before, each as it was measured last. Tokens of equal volume share the better place.
 */
export const VolumePlaceObserved = z.object({
  kind: z.literal('VolumePlaceObserved'),
  ...answerBase,
  /** The stream time up to which all was looked at. */
  untilAt: TimeMs,
  /** 1 is the first. */
  place: z.int().min(1),
  /** It among them. */
  liveTokens: z.int().min(1),
  /** Its own volume there. */
  volumeUsd1h: z.number().nonnegative(),
});
export type VolumePlaceObserved = z.infer<typeof VolumePlaceObserved>;

export const volumePlaceObservedSamples: readonly z.input<typeof VolumePlaceObserved>[] = [
  {
    kind: 'VolumePlaceObserved',
    id: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump:446023422:VolumePlaceObserved:1789087469000',
    position: '000446023422-999999-999-0009',
    time: 1789087469800,
    mint: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump',
    from: 'live tokens by volume of 1 h',
    untilAt: 1789087467000,
    place: 37,
    liveTokens: 412,
    volumeUsd1h: 5_214.75,
  },
];
