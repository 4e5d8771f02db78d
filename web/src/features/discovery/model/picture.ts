import type { DrawnToken } from './drawn-token';

const OWN = /^\/api\/images\/[0-9a-f]{64}$/;

/** Where a token's picture is asked for: at our own route, or nowhere, whatever the wire names. */
export const pictureOf = (imageUrl: string | null): string | null =>
  imageUrl !== null && OWN.test(imageUrl) ? imageUrl : null;

type Failure = NonNullable<DrawnToken['imageFailure']>;

/** By reason what became of the picture, or of the document that was to name it: which of the two is not told. */
const REASONS: Record<Failure, readonly [mark: string, words: string]> = {
  'no-address': ['none named', 'the launch names none that could be asked for'],
  'private-address': ['refused', 'its address, or that of the metadata, leads into a private network'],
  unresolved: ['unreachable', 'its host, or that of the metadata, is known to no look-up, or not asked here'],
  unreachable: ['unreachable', 'its host, or that of the metadata, could not be reached'],
  'too-slow': ['too slow', 'its host, or that of the metadata, took too long'],
  'too-large': ['too large', 'it, or the metadata, is larger than what is read'],
  cut: ['cut off', 'its host, or that of the metadata, broke off in the middle'],
  'not-found': ['not found', 'it, or the metadata, is not where the launch says'],
  refused: ['host error', 'its host, or that of the metadata, answered with an error'],
  'rate-limited': ['delayed', 'its host, or that of the metadata, is not to be asked so often'],
  'too-many-redirects': ['refused', 'its address, or that of the metadata, leads on too often'],
  'wrong-type': ['unreadable', 'it, or the metadata, is of a kind that is not read'],
  unreadable: ['unreadable', 'it, or the metadata, is damaged'],
  'wrong-shape': ['unreadable', 'the metadata are of another shape'],
  'too-many-pixels': ['too large', 'it has more pixels than are read'],
};

/** For a mark, and as a sentence. */
export function describeNoPicture(failure: Failure): { text: string; title: string } {
  const [mark, words] = REASONS[failure];
  return { text: `No picture: ${mark}`, title: `No picture: ${words}` };
}
