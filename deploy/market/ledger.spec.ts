import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, keyFor, TOKEN_2022 } from './addresses.js';
import { Ledger, TOKEN_ACCOUNT_RENT } from './ledger.js';

const [alice, bob, mint, account] = ['alice', 'bob', 'mint', 'account'].map(keyFor) as [
  Address,
  Address,
  Address,
  Address,
];
const holding = { mint, owner: alice, program: TOKEN_2022, decimals: 6 };
const NOTHING = { lamports: 0n, token: null };

/** Alice has means, and an account for tokens with seven of them. */
function given(): Ledger {
  const ledger = new Ledger();
  ledger.addLamports(alice, 10n * TOKEN_ACCOUNT_RENT);
  ledger.openToken(account, holding, alice);
  ledger.addTokens(account, 7n);
  ledger.begin();
  return ledger;
}

const close = (ledger: Ledger): void => {
  ledger.addTokens(account, -ledger.tokenAmount(account));
  ledger.closeToken(account, alice);
};

describe('a ledger', () => {
  it('shows what accounts held before the transaction, however often it touches them', () => {
    const ledger = given();
    ledger.addTokens(account, -3n);
    ledger.addTokens(account, 1n);
    expect(ledger.balances(account).token?.amount).toBe(5n);
    expect(ledger.balancesBefore(account).token?.amount).toBe(7n);
    ledger.begin();
    expect(ledger.balancesBefore(account).token?.amount).toBe(5n);
  });

  it('shows a closed account as it was until the next transaction, which finds none', () => {
    const ledger = given();
    close(ledger);
    expect(ledger.balances(account)).toEqual(NOTHING);
    expect(ledger.balancesBefore(account)).toEqual({
      lamports: TOKEN_ACCOUNT_RENT,
      token: { ...holding, amount: 7n },
    });
    expect([...ledger.accountsOfMint(mint), ...ledger.accountsOfOwner(alice)]).toEqual([]);
    ledger.begin();
    expect(ledger.balancesBefore(account)).toEqual(NOTHING);
  });

  it('keeps apart an account that is closed and opened again in one transaction', () => {
    const ledger = given();
    close(ledger);
    ledger.openToken(account, holding, alice);
    expect(ledger.balances(account).token).toEqual({ ...holding, amount: 0n });
    expect(ledger.balancesBefore(account).token).toEqual({ ...holding, amount: 7n });
    ledger.rollBack();
    expect(ledger.tokenAmount(account)).toBe(7n);
    expect([...ledger.accountsOfOwner(alice)]).toEqual([account]);
  });

  it('forgets accounts that are closed: opened again, one comes last', () => {
    const ledger = given();
    const other = keyFor('other account');
    ledger.openToken(other, holding, alice);
    close(ledger);
    ledger.begin();
    ledger.openToken(account, holding, alice);
    expect([...ledger.tokenAccounts()].map(([key]) => key)).toEqual([other, account]);
  });

  it('begins anew with an account that it was told to forget', () => {
    const ledger = given();
    ledger.addTokens(account, 1n);
    ledger.forget([account]);
    ledger.addLamports(account, 3n);
    ledger.begin();
    ledger.addLamports(account, 1n);
    ledger.rollBack();
    expect(ledger.balances(account)).toEqual({ lamports: 3n, token: null });
  });

  it('refuses what would leave less than nothing', () => {
    const ledger = given();
    expect(() => ledger.moveLamports(bob, alice, 1n)).toThrow('would owe 1 lamports');
    expect(() => ledger.addTokens(account, -8n)).toThrow('below zero');
    expect(() => ledger.closeToken(account, alice)).toThrow('not empty');
    expect(() => ledger.openToken(account, holding, alice)).toThrow('open already');
  });
});

type Step =
  | { does: 'begin' | 'rollBack' }
  | { does: 'pay'; from: number; to: number; lamports: bigint }
  | { does: 'open' | 'close'; token: number; wallet: number }
  | { does: 'add'; token: number; amount: bigint };

const wallet = fc.nat(2);
const token = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constantFrom('begin' as const, 'rollBack' as const) }),
  fc.record({
    does: fc.constant('pay' as const),
    from: wallet,
    to: wallet,
    lamports: fc.bigInt(0n, 6_000_000n),
  }),
  fc.record({ does: fc.constantFrom('open' as const, 'close' as const), token, wallet }),
  fc.record({ does: fc.constant('add' as const), token, amount: fc.bigInt(-3n, 3n) }),
);

const WALLETS = ['a', 'b', 'c'].map(keyFor);
const MINTS = ['x', 'y'].map(keyFor);
const TOKENS = [0, 1, 2, 3].map((number) => keyFor(`token account ${number}`));
/** Each of the first two wallets has an account for each mint. */
const holdingOf = (number: number) => ({
  mint: MINTS[number % 2]!,
  owner: WALLETS[number >> 1]!,
  program: TOKEN_2022,
  decimals: 6,
});

type State = Map<
  Address,
  { lamports: bigint; token: (ReturnType<typeof holdingOf> & { amount: bigint }) | null }
>;

/** The same as plain copies: throws where the ledger must. */
function apply(state: State, given: Step): void {
  const at = (key: Address) => {
    const entry = state.get(key) ?? { lamports: 0n, token: null };
    state.set(key, entry);
    return entry;
  };
  const pay = (from: Address, to: Address, lamports: bigint): void => {
    if (at(from).lamports < lamports) throw new Error('too little');
    at(from).lamports -= lamports;
    at(to).lamports += lamports;
  };
  if (given.does === 'pay') pay(WALLETS[given.from]!, WALLETS[given.to]!, given.lamports);
  if (given.does === 'open') {
    if (at(TOKENS[given.token]!).token) throw new Error('open');
    pay(WALLETS[given.wallet]!, TOKENS[given.token]!, TOKEN_ACCOUNT_RENT);
    at(TOKENS[given.token]!).token = { ...holdingOf(given.token), amount: 0n };
  }
  if (given.does === 'add') {
    const { token } = at(TOKENS[given.token]!);
    if (!token || token.amount + given.amount < 0n) throw new Error('too few');
    at(TOKENS[given.token]!).token = { ...token, amount: token.amount + given.amount };
  }
  if (given.does === 'close') {
    const key = TOKENS[given.token]!;
    if (at(key).token?.amount) throw new Error('not empty');
    pay(key, WALLETS[given.wallet]!, at(key).lamports);
    at(key).token = null;
  }
}

const copyOf = (state: State): State => new Map([...state].map(([key, entry]) => [key, { ...entry }]));

it('agrees with plain copies of all balances, before and now, whatever is done, undone or refused', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ledger = new Ledger();
      for (const key of WALLETS) ledger.addLamports(key, 5_000_000n);
      ledger.begin();
      let now: State = new Map(WALLETS.map((key) => [key, { lamports: 5_000_000n, token: null }]));
      let before = copyOf(now);
      const undo = (): void => {
        ledger.rollBack();
        now = copyOf(before);
      };
      const act = (given: Step): void => {
        if (given.does === 'pay')
          ledger.moveLamports(WALLETS[given.from]!, WALLETS[given.to]!, given.lamports);
        if (given.does === 'open')
          ledger.openToken(TOKENS[given.token]!, holdingOf(given.token), WALLETS[given.wallet]!);
        if (given.does === 'add') ledger.addTokens(TOKENS[given.token]!, given.amount);
        if (given.does === 'close') ledger.closeToken(TOKENS[given.token]!, WALLETS[given.wallet]!);
      };
      for (const given of steps) {
        if (given.does === 'begin') {
          ledger.begin();
          before = copyOf(now);
        } else if (given.does === 'rollBack') undo();
        else {
          const refusals = [() => act(given), () => apply(now, given)].map((execute) => {
            try {
              execute();
              return false;
            } catch {
              return true;
            }
          });
          expect(refusals[0]).toBe(refusals[1]);
          if (refusals[0]) undo();
        }
        for (const key of [...WALLETS, ...TOKENS]) {
          expect(ledger.balances(key)).toEqual(now.get(key) ?? NOTHING);
          expect(ledger.balancesBefore(key)).toEqual(before.get(key) ?? NOTHING);
        }
        const open = TOKENS.filter((key) => now.get(key)?.token);
        for (const key of MINTS)
          expect(new Set(ledger.accountsOfMint(key))).toEqual(
            new Set(open.filter((account) => now.get(account)!.token!.mint === key)),
          );
        for (const key of WALLETS)
          expect(new Set(ledger.accountsOfOwner(key))).toEqual(
            new Set(open.filter((account) => now.get(account)!.token!.owner === key)),
          );
      }
    }),
    { seed: 7, numRuns: 300 },
  );
});
