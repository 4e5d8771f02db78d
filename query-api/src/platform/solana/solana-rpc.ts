import { Inject, Injectable } from '@nestjs/common';
import type { AccountInfo, Connection, ParsedAccountData } from '@solana/web3.js';
import { z } from 'zod';
import { CONFIG, type Config } from '../config/config.js';
import { ProblemError } from '../http/problem.js';
import { PlainReason } from '../reasons.js';

/** Twice in a row is less than a page waits. */
const ANSWER_WITHIN_MS = 3_000;
/** What fails sooner was no silence: a gateway in trouble, a connection that broke. It is asked once more. */
const FAILED_AT_ONCE_MS = 1_000;
const AWAY_FOR_S = 5;
/** Some 400 accounts of one owner and mint. The client reads an answer at one go, in which nobody else has a turn: 50 ms of this. */
const ANSWER_BYTES_MAX = 256 * 1024;
const BUSY_FOR_S = 10;
const BUSY_FOR_MOST_S = 60;

export type TokenAmount = { units: bigint; decimals: number };
/** Base units of one mint in all accounts of one owner; where they are too many to be read, in the associated ones alone. */
export type Holding = TokenAmount & { isAll: boolean };

/** The programs that tokens belong to, and the one that says where an owner's own account of a mint lies in each. */
const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

const TokenAccount = z.object({
  mint: z.string(),
  owner: z.string(),
  tokenAmount: z.object({
    amount: z.string().regex(/^\d{1,20}$/),
    decimals: z.int().min(0).max(255),
  }),
});
type TokenAccount = z.output<typeof TokenAccount>;

/** What an RPC says where a filter names no mint of a token program. */
const NO_SUCH_MINT = /could not find mint|not a Token mint/i;

/**
 * What the chain says of wallets, asked of the configured RPC. Whatever keeps it from answering is a problem that says so, never
 * an amount: its address, which may hold a key, is in none of them.
 */
@Injectable()
export class SolanaRpc {
  #connection: Promise<Connection> | null = null;
  /** Before it nothing is asked: the RPC said so. */
  #busyUntilMs = 0;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws ProblemError `store_unavailable` where there is no answer, `not_found` where there is no such mint */
  async holding(walletAddress: string, mint: string): Promise<Holding> {
    const connection = await this.#connect();
    const read = () => this.#unlessBusy(() => readHolding(connection, walletAddress, mint));
    const askedMs = performance.now();
    try {
      return await read();
    } catch (error) {
      if (!isAway(error)) throw problemOf(error, mint);
      if (performance.now() - askedMs > FAILED_AT_ONCE_MS) throw problemOf(error, mint);
    }
    return read().catch((error: unknown) => {
      throw problemOf(error, mint);
    });
  }

  /** Rejects where it does not answer, with a reason that repeats nothing of what it said. */
  async ask(): Promise<void> {
    const connection = await this.#connect();
    await this.#unlessBusy(() => connection.getSlot()).catch((error: unknown) => {
      throw new PlainReason(reasonOf(error));
    });
  }

  /** @throws BusyError at once for as long as the RPC has asked to be left alone */
  async #unlessBusy<T>(ask: () => Promise<T>): Promise<T> {
    const waitS = (this.#busyUntilMs - Date.now()) / 1_000;
    if (waitS > 0) throw new BusyError(Math.ceil(waitS));
    try {
      return await ask();
    } catch (error) {
      if (error instanceof BusyError) this.#busyUntilMs = Date.now() + error.waitS * 1_000;
      throw error;
    }
  }

  /** The client is large, and most starts never ask. */
  #connect(): Promise<Connection> {
    const { SOLANA_RPC_URL: url } = this.config;
    if (url === undefined)
      throw new ProblemError('store_unavailable', 'No RPC is configured here: what wallets hold is unknown.');
    this.#connection ??= import('@solana/web3.js').then(
      ({ Connection }) =>
        new Connection(url, {
          commitment: 'confirmed',
          // The client would ask again for half a minute, and say so on the terminal.
          disableRetryOnRateLimit: true,
          httpAgent: false,
          fetch: fetchOnce,
        }),
    );
    return this.#connection;
  }
}

const fetchOnce = async (url: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  // A redirect would take the question, and a key in its address, to who knows whom.
  const response = await fetch(url, { ...init, redirect: 'error', signal });
  if (response.status === 429) throw new BusyError(waitOf(response));
  const { status, headers } = response;
  return new Response(await readBounded(response), { status, headers });
};

/** @throws LongError as soon as there is more than may be; the rest is not waited for */
async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new LongError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

class LongError extends Error {
  constructor() {
    super(`the RPC answers with more than ${ANSWER_BYTES_MAX / 1024} kB`);
  }
}

class BusyError extends Error {
  constructor(readonly waitS: number) {
    super('the RPC answers 429');
  }
}

async function readHolding(connection: Connection, walletAddress: string, mint: string): Promise<Holding> {
  try {
    return { ...(await readAll(connection, walletAddress, mint)), isAll: true };
  } catch (error) {
    if (!(error instanceof LongError)) throw error;
    // Anybody may open accounts in the name of anybody else, but one alone in the place that is the owner's own.
    return { ...(await readAssociated(connection, walletAddress, mint)), isAll: false };
  }
}

async function readAll(connection: Connection, walletAddress: string, mint: string): Promise<TokenAmount> {
  const { PublicKey } = await import('@solana/web3.js');
  const { value } = await connection.getParsedTokenAccountsByOwner(new PublicKey(walletAddress), {
    mint: new PublicKey(mint),
  });
  const accounts = value.map(({ account }) => TokenAccount.parse(infoOf(account)));
  if (!accounts.every((account) => isOf(account, walletAddress, mint)))
    throw new Error('the RPC answers with accounts of somebody else');
  return sumOf(accounts);
}

async function readAssociated(
  connection: Connection,
  walletAddress: string,
  mint: string,
): Promise<TokenAmount> {
  const { PublicKey } = await import('@solana/web3.js');
  const seedsOf = (program: string) =>
    [walletAddress, program, mint].map((key) => new PublicKey(key).toBuffer());
  const addresses = TOKEN_PROGRAMS.map(
    (program) =>
      PublicKey.findProgramAddressSync(seedsOf(program), new PublicKey(ASSOCIATED_TOKEN_PROGRAM))[0],
  );
  const { value } = await connection.getMultipleParsedAccounts(addresses);
  // One can be given away, and to where none is yet anybody may send SOL.
  const accounts = value.flatMap((account) => {
    const read = account && TokenAccount.safeParse(infoOf(account));
    return read?.success && isOf(read.data, walletAddress, mint) ? [read.data] : [];
  });
  return sumOf(accounts);
}

const infoOf = ({ data }: AccountInfo<ParsedAccountData | Buffer>): unknown =>
  'parsed' in data ? data.parsed?.info : undefined;
const isOf = (account: TokenAccount, owner: string, mint: string): boolean =>
  account.owner === owner && account.mint === mint;
const sumOf = (accounts: readonly TokenAccount[]): TokenAmount => ({
  units: accounts.reduce((sum, { tokenAmount }) => sum + BigInt(tokenAmount.amount), 0n),
  decimals: accounts[0]?.tokenAmount.decimals ?? 0,
});

/** Of a failed connection its code; anything else that a client or a server words may hold the address. */
function reasonOf(error: unknown): string {
  if (error instanceof BusyError || error instanceof LongError) return error.message;
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `no answer that can be read${code}`;
}

const isMissing = (error: unknown) => error instanceof Error && NO_SUCH_MINT.test(error.message);
const isAway = (error: unknown) =>
  !(error instanceof BusyError || error instanceof LongError || isMissing(error));

/** Of a wallet of which not all is known, and what is known decides nothing. */
export const tooManyAccounts = (): ProblemError =>
  new ProblemError(
    'store_unavailable',
    `What this wallet holds is unknown: ${new LongError().message}, as of hundreds of accounts. Enough in its own (associated) token account opens the gate all the same.`,
  );

function problemOf(error: unknown, mint: string): ProblemError {
  if (isMissing(error)) return new ProblemError('not_found', `There is no token mint at ${mint}.`);
  if (error instanceof LongError) return tooManyAccounts();
  const isBusy = error instanceof BusyError;
  const seconds = isBusy ? error.waitS : AWAY_FOR_S;
  const why = isBusy ? 'wants no more questions now' : 'does not answer';
  return new ProblemError(
    'store_unavailable',
    `What wallets hold is unknown: the RPC ${why}. Try again in ${seconds} s.`,
    { 'Retry-After': String(seconds) },
  );
}

function waitOf({ headers }: Response): number {
  const askedToWaitS = Number(headers.get('retry-after'));
  return askedToWaitS >= 1 ? Math.min(BUSY_FOR_MOST_S, Math.ceil(askedToWaitS)) : BUSY_FOR_S;
}
