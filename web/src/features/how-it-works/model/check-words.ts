/** What a profile asks of a token in Pre-Migration, as How It Works says it. */
import {
  type CheckName,
  limitOf,
  PROFILES,
  PROGRESS,
  type ProfileName,
  profileOf,
  totalChecksOf,
} from '@cryptonite/contracts/rules';

const percent = (share: number): string => `${share * 100}%`;

const WORDS: Record<CheckName, (limit: number) => string> = {
  progress: () => `bonding progress ${PROGRESS.windowFrom}–${PROGRESS.migratingFrom}%`,
  bonded: () => 'migrating, or graduated within 24 h',
  momentum: (limit) => `price momentum of at least ${limit}% in 5 minutes`,
  buyRatio: (limit) => `buy ratio of at least ${limit}x in 5 minutes`,
  whaleBuyers: (limit) => `at least ${limit} wallets that bought 5 SOL or more within the hour`,
  score: (limit) => `a score of at least ${limit}`,
  whale: () => 'a wallet that bought 5 SOL or more within the hour',
  whales: (limit) => `at least ${limit} such wallets within 10 minutes`,
  buyShare: (limit) => `at least ${percent(limit)} buys in 5 minutes`,
  volumeGrowth: (limit) => `volume of the last 5 minutes more than ${limit} times that of the 5 before`,
};

/** The checks in their order, and how many of them qualify a token. */
export function checksWords(profile: ProfileName): string {
  const { checks, separate } = profileOf(profile);
  const asked = [WORDS.progress(0), ...checks.map(({ name, limit }) => WORDS[name](limit))].join(', ');
  const besides = separate.map(({ name }) => `, and ${WORDS[name](limitOf(profile, name))}`).join('');
  const { qualifyFrom } = PROFILES[profile];
  return `${asked.charAt(0).toUpperCase()}${asked.slice(1)}. Needs ${qualifyFrom} of ${totalChecksOf(profile)}, including progress${besides}.`;
}
