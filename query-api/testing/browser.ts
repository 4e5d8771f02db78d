import { randomBytes } from 'node:crypto';
import { CSRF_COOKIE, CSRF_HEADER, cookieNameOn, SignedIn, SignInChallenge } from '@cryptonite/contracts/api';
import { ed25519 } from '@noble/curves/ed25519';
import bs58 from 'bs58';

/** A wallet with a real key, which signs what it is given. */
export type Wallet = {
  address: string;
  sign(text: string): string;
  signBytes(bytes: Uint8Array): string;
};

export function newWallet(secret: Uint8Array = randomBytes(32)): Wallet {
  const signBytes = (bytes: Uint8Array) => bs58.encode(ed25519.sign(bytes, secret));
  return {
    address: bs58.encode(ed25519.getPublicKey(secret)),
    sign: (text) => signBytes(new TextEncoder().encode(text)),
    signBytes,
  };
}

/** Keeps cookies and brings the token beside them, as the page does. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(readonly url: string) {}

  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie && !headers.has('Cookie')) headers.set('Cookie', cookie);
    const response = await fetch(`${this.url}${path}`, { ...init, headers });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** @param headers that go with the page's own, or in place of them */
  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Response> {
    return this.#command('POST', path, body, headers);
  }

  put(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Response> {
    return this.#command('PUT', path, body, headers);
  }

  /** A PUT of bytes. */
  send(path: string, bytes: Buffer): Promise<Response> {
    return this.ask(path, { method: 'PUT', headers: this.#csrf(), body: new Uint8Array(bytes) });
  }

  async challenge(walletAddress: string, username: string): Promise<SignInChallenge> {
    const response = await this.post('/api/auth/challenge', { walletAddress, username });
    return SignInChallenge.parse(await response.json());
  }

  /** Signs in as the page does. */
  async signIn(wallet: Wallet, username = 'tester'): Promise<SignedIn> {
    const { message } = await this.challenge(wallet.address, username);
    const signed = { walletAddress: wallet.address, username, signature: wallet.sign(message) };
    return SignedIn.parse(await (await this.post('/api/auth/login', signed)).json());
  }

  #command(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
    return this.ask(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...this.#csrf(), ...headers },
      body: JSON.stringify(body),
    });
  }

  #csrf(): Record<string, string> {
    const csrf = this.cookies.get(CSRF_COOKIE) ?? this.cookies.get(cookieNameOn(true, CSRF_COOKIE));
    return csrf === undefined ? {} : { [CSRF_HEADER]: csrf };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=', 2);
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
