export type AskedRelease = {
  /** The host of the page that asks, with its port where it has one. */
  domain: string;
  walletAddress: string;
  version: string | null;
  versionCode: number;
  sha256: string;
  /** SHA-256 of the release that this one takes the place of; null for the first. */
  previousSha256: string | null;
  /** Of this upload alone. */
  nonce: string;
  expiresAt: Date;
};

/**
 * What an admin's wallet signs so that a file is released. It is never read back: the same text is written again of what is
 * known here, and whatever differs is another text, which was not signed. It begins unlike a sign-in, so that neither is taken
 * for the other.
 */
export const releaseMessage = (asked: AskedRelease): string =>
  [
    `${asked.domain} wants you to release its Android app with your Solana account:`,
    asked.walletAddress,
    '',
    'Everybody who downloads the app gets this file from now on. This costs nothing and permits no transaction.',
    '',
    `Version: ${asked.version ?? 'Unknown'} (${asked.versionCode})`,
    `SHA-256: ${asked.sha256}`,
    `Previous release: ${asked.previousSha256 ?? 'none'}`,
    `Nonce: ${asked.nonce}`,
    `Expiration Time: ${asked.expiresAt.toISOString()}`,
  ].join('\n');
