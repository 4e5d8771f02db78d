import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { scramVerifier } from './scram-verifier.js';

// The exchange of RFC 7677, section 3: user "user", password "pencil".
const SALT = 'W22ZaJ0SNY7soEsUEjb6gQ==';
const NONCE = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0';
const MESSAGE = `n=user,r=rOprNGfwEbeRWgbNEkqO,r=${NONCE},s=${SALT},i=4096,c=biws,r=${NONCE}`;
const PROOF = 'dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=';
const SIGNATURE = '6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=';

test('holds the keys of the RFC’s own exchange', () => {
  const verifier = scramVerifier('pencil', Buffer.from(SALT, 'base64'));
  const [, salt, storedKey = '', serverKey = ''] =
    /^SCRAM-SHA-256\$4096:(.+)\$(.+):(.+)$/.exec(verifier) ?? [];
  expect(salt).toBe(SALT);
  const signed = (key: string) => createHmac('sha256', Buffer.from(key, 'base64')).update(MESSAGE).digest();
  expect(signed(serverKey).toString('base64')).toBe(SIGNATURE);
  const clientSignature = signed(storedKey);
  const clientKey = Buffer.from(PROOF, 'base64').map((byte, i) => byte ^ (clientSignature[i] ?? 0));
  expect(createHash('sha256').update(clientKey).digest('base64')).toBe(storedKey);
});
