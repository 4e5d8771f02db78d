import { z } from 'zod';
import { answerBase, FailureDetail, FetchFailure, Sha256 } from './answer-shared.js';
import { ExternalText } from './shared.js';

/**
 * A launch's document was read, or could not be: one of `documentSha256` and `failure` is null. One that is read again
 * and says something else is another fact.
 */
export const MetadataResolved = z.object({
  kind: z.literal('MetadataResolved'),
  ...answerBase,
  /** The address that the launch names. */
  uri: ExternalText,
  documentSha256: Sha256.nullable(),
  failure: FetchFailure.nullable(),
  failureDetail: FailureDetail.nullable(),
  /** Fields of the document as its author wrote them, cut to our bound; null where it has none, or another type. */
  name: ExternalText.nullable(),
  symbol: ExternalText.nullable(),
  description: ExternalText.nullable(),
  twitter: ExternalText.nullable(),
  telegram: ExternalText.nullable(),
  website: ExternalText.nullable(),
  imageUri: ExternalText.nullable(),
  /** Of the picture's bytes as they came; with it the picture is served under `/api/images/`. */
  pictureSha256: Sha256.nullable(),
  /** 64 bits in hexadecimal: pictures that look alike differ in few of them. */
  picturePerceptualHash: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .nullable(),
  /** Why there is no picture; null with one, and where the document itself could not be read. */
  pictureFailure: FetchFailure.nullable(),
  pictureFailureDetail: FailureDetail.nullable(),
});
export type MetadataResolved = z.infer<typeof MetadataResolved>;

export const metadataResolvedSamples: readonly z.input<typeof MetadataResolved>[] = [
  {
    kind: 'MetadataResolved',
    id: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump:446023120:MetadataResolved',
    position: '000446023120-999999-999-0009',
    time: 1789087349000,
    mint: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump',
    from: 'ipfs.io',
    uri: 'https://ipfs.io/ipfs/bafkreib',
    documentSha256: '5f2c1d3bb0b1a4a5e1a9c9c0e1f0a2f3b4c5d6e7f80910111213141516171819',
    failure: null,
    failureDetail: null,
    name: 'Sealy',
    symbol: 'SEALY',
    description: 'Sealy is the sleepy seal of Solana.',
    twitter: 'https://x.com/sealy_0142',
    telegram: null,
    website: null,
    imageUri: 'https://ipfs.io/ipfs/bafybeic',
    pictureSha256: null,
    picturePerceptualHash: null,
    pictureFailure: 'too-many-pixels',
    pictureFailureDetail: '30000 x 30000 pixels, at most 64 million are read',
  },
];
