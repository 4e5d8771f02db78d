import { type Random, sumOfShares } from '@cryptonite/provider/random.js';
import { type MetadataKeys, metadataUri, type Socials } from './content-id.js';
import { nameCoin } from './name-coin.js';

/** What a launch calls itself, and where its metadata lie. */
export interface Identity {
  name: string;
  symbol: string;
  uri: string;
  keys: MetadataKeys;
}

/** Chance that a launch's metadata give none, and all, of X, Telegram and website. */
export interface SocialsShares {
  none: number;
  all: number;
}

/** Which links those gave that gave some but not all: shares of 138,542 launches (17 August to 31 October 2024). */
const SOME: readonly (readonly [Socials, number])[] = [
  [{ twitter: true, telegram: false, website: false }, 0.08],
  [{ twitter: true, telegram: true, website: false }, 0.056],
  [{ twitter: true, telegram: false, website: true }, 0.047],
  [{ twitter: false, telegram: false, website: true }, 0.04],
  [{ twitter: false, telegram: true, website: false }, 0.021],
  [{ twitter: false, telegram: true, website: true }, 0.005],
];
const SOME_SHARE = sumOfShares(SOME);

/** The links of a launch: those that give some but not all give them as measured. */
export function drawSocials(random: Random, { none, all }: SocialsShares): Socials {
  const draw = random.unit();
  if (draw < none) return { twitter: false, telegram: false, website: false };
  if (draw < none + all) return { twitter: true, telegram: true, website: true };
  return random.pickByShare(SOME, SOME_SHARE) ?? SOME[0]![0];
}

/** A launch that nobody had the idea for before. */
export const inventIdentity = (random: Random, socials: Socials): Identity =>
  identityOf({ name: random.next(), picture: random.next(), document: random.next(), socials });

/** Of those who copy, so many take the very same document, and of the others so many the picture. */
const SAME_DOCUMENT = 0.25;
const SAME_PICTURE = 0.6;

/** A launch under another's name: with its document as it is, or with one of its own, often with the same picture. */
export function copyIdentity(original: Identity, random: Random, socials: Socials): Identity {
  if (random.chance(SAME_DOCUMENT)) return original;
  const { name, picture } = original.keys;
  return identityOf({
    name,
    picture: random.chance(SAME_PICTURE) ? picture : random.next(),
    document: random.next(),
    socials,
  });
}

const identityOf = (keys: MetadataKeys): Identity => ({
  ...nameCoin(keys.name),
  uri: metadataUri(keys),
  keys,
});
