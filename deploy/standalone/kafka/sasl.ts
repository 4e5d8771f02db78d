import { createHash, timingSafeEqual } from 'node:crypto';
import { ErrorCode } from './errors.js';
import { type Reader, Writer } from './wire.js';

const MECHANISM = 'PLAIN';

/** Who may use the broker. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

function areEqual(a: string, b: string): boolean {
  // Digests have one length, so the comparison tells nothing about that of the secret either.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** SaslHandshake 0–1: which mechanism follows. */
export function answerHandshake(body: Reader): { answer: Writer; isAccepted: boolean } {
  const isAccepted = body.string() === MECHANISM;
  const answer = new Writer().int16(isAccepted ? ErrorCode.NONE : ErrorCode.UNSUPPORTED_SASL_MECHANISM);
  return { answer: answer.array([MECHANISM], (name) => answer.string(name)), isAccepted };
}

/** SaslAuthenticate 0–1 with SASL PLAIN (RFC 4616): authorization id, user and password between zero bytes. */
export function answerAuthenticate(
  body: Reader,
  version: number,
  credentials: Credentials,
): { answer: Writer; isAccepted: boolean } {
  const [, username = '', password = ''] = body.bytes().toString('utf8').split('\0');
  const isUser = areEqual(username, credentials.username);
  const isAccepted = areEqual(password, credentials.password) && isUser;
  const answer = new Writer();
  if (isAccepted) answer.int16(ErrorCode.NONE).nullableString(null);
  else {
    answer.int16(ErrorCode.SASL_AUTHENTICATION_FAILED);
    answer.nullableString('Authentication failed: Invalid username or password');
  }
  answer.int32(0);
  if (version >= 1) answer.int64(0);
  return { answer, isAccepted };
}
