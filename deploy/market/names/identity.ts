import type { Random } from '../random.js';
import { type MetadataKeys, metadataUri, type Socials } from './content-id.js';
import { nameCoin } from './name-coin.js';

/** What a launch calls itself, and where its metadata lie. */
export interface Identity {
  name: string;
  symbol: string;
  uri: string;
  keys: MetadataKeys;
}

/** Shares of 138,542 launches (17 August to 31 October 2024) by the links that their metadata gave. */
const SOCIALS: readonly (readonly [Socials, number])[] = [
  [{ twitter: true, telegram: true, website: true }, 0.428],
  [{ twitter: false, telegram: false, website: false }, 0.323],
  [{ twitter: true, telegram: false, website: false }, 0.08],
  [{ twitter: true, telegram: true, website: false }, 0.056],
  [{ twitter: true, telegram: false, website: true }, 0.047],
  [{ twitter: false, telegram: false, website: true }, 0.04],
  [{ twitter: false, telegram: true, website: false }, 0.021],
  [{ twitter: false, telegram: true, website: true }, 0.005],
];

export const drawSocials = (random: Random): Socials => random.pickByShare(SOCIALS) ?? SOCIALS[0]![0];

/** A launch that nobody had the idea for before. */
export const inventIdentity = (random: Random, socials: Socials = drawSocials(random)): Identity =>
  identityOf({ name: random.next(), picture: random.next(), document: random.next(), socials });

/** Of those who copy, so many take the very same document, and of the others so many the picture. */
const SAME_DOCUMENT = 0.25;
const SAME_PICTURE = 0.6;

/** A launch under another's name: with its document as it is, or with one of its own, often with the same picture. */
export function copyIdentity(original: Identity, random: Random): Identity {
  if (random.chance(SAME_DOCUMENT)) return original;
  const { name, picture } = original.keys;
  return identityOf({
    name,
    picture: random.chance(SAME_PICTURE) ? picture : random.next(),
    document: random.next(),
    socials: drawSocials(random),
  });
}

const identityOf = (keys: MetadataKeys): Identity => ({
  ...nameCoin(keys.name),
  uri: metadataUri(keys),
  keys,
});
