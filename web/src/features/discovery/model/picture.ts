import type { DrawnToken } from './drawn-token';

const OWN = /^\/api\/images\/[0-9a-f]{64}$/;

/** Where a token's picture is asked for: at our own route, or nowhere, whatever the wire names. */
export const pictureOf = (imageUrl: string | null): string | null =>
  imageUrl !== null && OWN.test(imageUrl) ? imageUrl : null;

type Failure = NonNullable<DrawnToken['imageFailure']>;

/** Why there is no picture, as the mark says it, and as a sentence. A document that could not be read named none. */
export const NO_PICTURE: Record<Failure, readonly [mark: string, title: string]> = {
  'no-address': ['No picture', 'The launch names no picture that could be asked for'],
  'private-address': ['Picture refused', 'No picture: its address leads into a private network'],
  unresolved: ['Picture unreachable', 'No picture: no look-up knows its host'],
  unreachable: ['Picture unreachable', 'No picture: its host could not be reached'],
  'too-slow': ['Picture too slow', 'No picture: its host took too long'],
  'too-large': ['Picture too large', 'No picture: it is larger than what is read'],
  cut: ['Picture cut off', 'No picture: its host broke off in the middle'],
  'not-found': ['Picture not found', 'No picture: it is not where the launch says'],
  refused: ['Picture refused', 'No picture: its host refused it'],
  'rate-limited': ['Picture delayed', 'No picture yet: its host wants fewer requests'],
  'too-many-redirects': ['Picture refused', 'No picture: its address leads on too often'],
  'wrong-type': ['Picture unreadable', 'No picture: what its address holds is of no kind that is shown'],
  unreadable: ['Picture unreadable', 'No picture: what its address holds is damaged'],
  'wrong-shape': ['No picture', "No picture: the launch's metadata is of another shape"],
  'too-many-pixels': ['Picture too large', 'No picture: it has more pixels than are read'],
};
