import { z } from 'zod';
import { answerBase, FailureDetail, FetchFailure } from './answer-shared.js';
import { ExternalText } from './shared.js';

/** The website that a launch's document names was asked for. */
export const WebsiteObserved = z.object({
  kind: z.literal('WebsiteObserved'),
  ...answerBase,
  /** As its author wrote it. */
  website: ExternalText,
  /**
   * True with an answer of success, after redirects; false without, for the reason that `failure` names. Null where somebody
   * is there who keeps strangers out: then it is not known.
   */
  doesAnswer: z.boolean().nullable(),
  failure: FetchFailure.nullable(),
  failureDetail: FailureDetail.nullable(),
});
export type WebsiteObserved = z.infer<typeof WebsiteObserved>;

export const websiteObservedSamples: readonly z.input<typeof WebsiteObserved>[] = [
  {
    kind: 'WebsiteObserved',
    id: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump:446023421:WebsiteObserved:1789087469000',
    position: '000446023421-999999-999-0009',
    time: 1789087469400,
    mint: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump',
    from: 'sealy.example',
    website: 'https://sealy.example',
    doesAnswer: false,
    failure: 'unresolved',
    failureDetail: 'sealy.example: ENOTFOUND',
  },
];
