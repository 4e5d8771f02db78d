/** Somebody with a wallet, who signs in as the page does. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { CSRF_COOKIE, CSRF_HEADER, Session, SignInChallenge } from '@cryptonite/contracts/api';
import bs58 from 'bs58';

export type Wallet = { address: string; key: KeyObject };

export function newWallet(): Wallet {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { address: bs58.encode(bytes), key: privateKey };
}

/** DER of an Ed25519 private key up to its seed (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param secretKey as Solana's tools keep it: the seed, then the public key */
export function walletOf(secretKey: Buffer): Wallet {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, secretKey.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  });
  return { address: bs58.encode(secretKey.subarray(32)), key };
}

const WITHIN_MS = 30_000;

export class Visitor {
  readonly #cookies = new Map<string, string>();

  constructor(
    private readonly url: string,
    readonly wallet = newWallet(),
  ) {}

  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { Cookie: cookie }), ...init.headers };
    const signal = AbortSignal.timeout(WITHIN_MS);
    const answer = await fetch(`${this.url}${path}`, { ...init, headers, signal });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split('; ', 1)[0] ?? '').split('=', 2);
      this.#cookies.set(name, value);
    }
    return answer;
  }

  post(path: string, body: unknown = {}): Promise<Response> {
    const csrf = this.#cookies.get(CSRF_COOKIE);
    return this.ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(csrf && { [CSRF_HEADER]: csrf }) },
      body: JSON.stringify(body),
    });
  }

  askToSignIn(): Promise<Response> {
    return this.post('/api/auth/challenge', { walletAddress: this.wallet.address, username: 'visitor' });
  }

  /** Rejects where that fails. */
  async signIn(): Promise<void> {
    const { message } = SignInChallenge.parse(await (await this.askToSignIn()).json());
    const { address: walletAddress, key } = this.wallet;
    const signature = bs58.encode(sign(null, Buffer.from(message), key));
    const answer = await this.post('/api/auth/login', { walletAddress, username: 'visitor', signature });
    if (!answer.ok) throw new Error(`no sign-in: ${await answer.text()}`);
  }

  async isSignedIn(): Promise<boolean> {
    const { user } = Session.parse(await (await this.ask('/api/auth/session')).json());
    return user?.walletAddress === this.wallet.address;
  }
}
