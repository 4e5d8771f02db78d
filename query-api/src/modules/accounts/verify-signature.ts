import { ed25519 } from '@noble/curves/ed25519';
import { verifyMessageSignature } from '@solana/wallet-standard-util';
import bs58 from 'bs58';

/**
 * Whether the wallet signed this text. Of the few keys of small order, the System Program's address among them, some signature
 * holds for any text, and the library takes it: nobody has such a wallet.
 */
export function isSignedBy(walletAddress: string, text: string, signature: string): boolean {
  const publicKey = bs58.decode(walletAddress);
  const message = new TextEncoder().encode(text);
  try {
    return (
      !ed25519.Point.fromBytes(publicKey).isSmallOrder() &&
      verifyMessageSignature({
        message,
        signedMessage: message,
        signature: bs58.decode(signature),
        publicKey,
      })
    );
  } catch {
    // It is no point of the curve, or no signature at all.
    return false;
  }
}
