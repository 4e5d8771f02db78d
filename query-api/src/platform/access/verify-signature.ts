import { ed25519 } from '@noble/curves/ed25519';
import { verifyMessageSignature } from '@solana/wallet-standard-util';
import bs58 from 'bs58';
import { offChainMessagesOf } from './off-chain-message.js';

/**
 * Whether the wallet signed this text, as it is or in the envelope of hardware wallets. Of the few keys of small order, the
 * System Program's address among them, some signature holds for any text, and the library takes it: nobody has such a wallet.
 */
export function isSignedBy(walletAddress: string, text: string, signature: string): boolean {
  const publicKey = bs58.decode(walletAddress);
  const message = new TextEncoder().encode(text);
  const isOf = (signed: Uint8Array) =>
    verifyMessageSignature({
      message: signed,
      signedMessage: signed,
      signature: bs58.decode(signature),
      publicKey,
    });
  try {
    return (
      !ed25519.Point.fromBytes(publicKey).isSmallOrder() &&
      [message, ...offChainMessagesOf(message, publicKey)].some(isOf)
    );
  } catch {
    // It is no point of the curve, or no signature at all.
    return false;
  }
}
