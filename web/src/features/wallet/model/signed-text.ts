import type { WalletAccount } from '@wallet-standard/base';
import { cleanText } from '../../../lib/text';
import { WalletFailure } from '../../../lib/wallet-failure';

/** The viewer said no. */
export class WalletRefused extends WalletFailure {
  constructor() {
    super('The wallet refused to sign');
  }
}

/** What a hardware wallet signs begins with it, and ends with the text. */
const ENVELOPE = Uint8Array.from([0xff, ...new TextEncoder().encode('solana offchain')]);

type Output = { account?: WalletAccount; signedMessage: Uint8Array; signature: Uint8Array };

const SIGNATURE_BYTES = 64;

/** What this account signed this text with; the server looks at every byte. @throws WalletFailure */
export function signatureIn(output: Output | undefined, text: Uint8Array, address: string): Uint8Array {
  if (!output) throw new WalletFailure('The wallet gave no signature');
  const { account, signedMessage, signature } = output;
  if (account && account.address !== address)
    throw new WalletFailure('The wallet signed with another account');
  if (!isOf(text, signedMessage)) throw new WalletFailure('The wallet signed another text');
  if (!ArrayBuffer.isView(signature) || signature.length !== SIGNATURE_BYTES)
    throw new WalletFailure('The wallet gave a damaged signature');
  return signature;
}

/** Whether it is this text, as it is or in an envelope. */
function isOf(text: Uint8Array, signedMessage: Uint8Array): boolean {
  const before = signedMessage.length - text.length;
  const isAt = (part: Uint8Array, start: number) =>
    part.every((byte, place) => byte === signedMessage[start + place]);
  return isAt(text, before) && (before === 0 || isAt(ENVELOPE, 0));
}

/** EIP-1193's code for it, which wallets of Solana took over. */
const USER_REJECTED = 4001;
/** Words that name the viewer: a device or its driver may deny and reject by itself. */
const REFUSAL =
  /\b(?:user|approval)(?: has| was)? ?(?:reject|refus|den[iy]|declin|cancel)|(?:reject|refus|deni|declin|cancel)\w* by (?:the )?user/i;
const WORDS_MOST = 120;

/** What is told of a wallet that signed nothing of use. Words that it threw are its own: cleaned, and cut. */
export function walletFailureOf(error: unknown): WalletFailure {
  if (error instanceof WalletFailure) return error;
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const words = cleanText(typeof message === 'string' ? message : '').text;
  if (code === USER_REJECTED || REFUSAL.test(words)) return new WalletRefused();
  return new WalletFailure(
    words === '' ? 'The wallet could not sign' : `The wallet could not sign: “${words.slice(0, WORDS_MOST)}”`,
  );
}
