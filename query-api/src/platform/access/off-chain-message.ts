/**
 * A text in the envelope that hardware wallets sign instead of the text itself: no transaction begins with its first byte.
 * https://docs.anza.xyz/proposals/off-chain-message-signing; version 1: https://github.com/solana-foundation/SRFCs/discussions/3
 */

const SIGNING_DOMAIN = Uint8Array.from([0xff, ...new TextEncoder().encode('solana offchain')]);
/** Names the application where it has a name; wallets that wrap what a page gives them leave it empty. */
const APPLICATION_DOMAIN = new Uint8Array(32);
/** Restricted ASCII and UTF-8. Wallets disagree whether a line's end is of the first. */
const FORMATS = [0, 1];
const ONE_SIGNER = 1;

const lengthOf = ({ length }: Uint8Array): number[] => [length & 0xff, length >> 8];

/** Every envelope of a text that one signer signs: versions 0 and 1, and version 0 as Ledger's app knew it first. */
export function offChainMessagesOf(message: Uint8Array, signer: Uint8Array): Uint8Array[] {
  const heads = [
    ...FORMATS.flatMap((format) => [
      [0, ...APPLICATION_DOMAIN, format, ONE_SIGNER, ...signer, ...lengthOf(message)],
      [0, format, ...lengthOf(message)],
    ]),
    [1, ONE_SIGNER, ...signer],
  ];
  return heads.map((head) => Uint8Array.from([...SIGNING_DOMAIN, ...head, ...message]));
}
