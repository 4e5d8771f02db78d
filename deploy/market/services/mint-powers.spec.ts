import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { type Address, keyFor, TOKEN, toBase58 } from '../addresses.js';
import { type Coin, newCoin, QUOTES } from '../coin.js';
import { TOKEN_SUPPLY } from '../curve.js';
import { GATE_MINT } from '../gate-token.js';
import { Ledger } from '../ledger.js';
import { marketLabel } from '../market.js';
import { BOUNDED_START_MS } from '../market-source.js';
import type { PublicMarket } from '../public-market.js';
import { accountAt } from './account-data.js';
import { type MintPower, mintPowersOf, POWER_SHARES } from './mint-powers.js';

// The official library, as the launchpad's own SDK brings it.
const fromSdk = createRequire(createRequire(import.meta.url).resolve('@pump-fun/pump-sdk'));
const spl = fromSdk('@solana/spl-token');
const { PublicKey } = fromSdk('@solana/web3.js');

const LAUNCHES = 20_000;
/** In epoch 1,063. */
const CREATED_SLOT = 459_652_999;
const creator = keyFor('creator');
const spec = { mint: keyFor('mint'), creator, name: 'Tiny Otter', symbol: 'OTTER', uri: 'https://o.example' };
const base = newCoin({ ...spec, quote: QUOTES.SOL, mayhem: false }, BOUNDED_START_MS, CREATED_SLOT);
const coins: Coin[] = Array.from({ length: LAUNCHES }, (_, launch) => ({
  ...base,
  mint: keyFor(`launch ${launch}`),
}));

/** Which powers a mint has by what is told of it. */
function powersIn(coin: Coin): MintPower[] {
  const { mintAuthority, freezeAuthority, extensions } = mintPowersOf(coin);
  return [
    ...(mintAuthority ? ['mintAuthority' as const] : []),
    ...(freezeAuthority ? ['freezeAuthority' as const] : []),
    ...extensions.map(({ extension }) => extension as MintPower),
  ];
}

const launches = coins.map((coin) => ({ coin, powers: powersIn(coin) }));
const powered = launches.filter(({ powers }) => powers.length > 0).map(({ coin }) => coin);
const having = (power: MintPower): Coin[] =>
  launches.filter(({ powers }) => powers.includes(power)).map(({ coin }) => coin);

const accountOf = (coin: Coin) => {
  const market: PublicMarket = {
    label: marketLabel(7),
    ledger: new Ledger(),
    newestSlot: 1,
    nowMs: BOUNDED_START_MS,
    recentTransactions: null,
    coin: (mint) => (mint === coin.mint ? coin : null),
    coins: () => [coin],
    socialOf: () => null,
  };
  return accountAt(market, coin.mint)!;
};

/** The types in a mint's bytes, as Token-2022 walks them: up to one that is 0, or too few bytes for another. */
function typesIn(data: Buffer): number[] {
  const types: number[] = [];
  for (
    let at = 166;
    at + 4 <= data.length && data.readUInt16LE(at) !== 0;
    at += 4 + data.readUInt16LE(at + 2)
  )
    types.push(data.readUInt16LE(at));
  return types;
}

/** The mint as the official library reads its bytes, with every extension it knows, in the names of `jsonParsed`. */
function readByLibrary(coin: Coin) {
  const { data, owner } = accountOf(coin);
  const program = new PublicKey(toBase58(owner));
  const mint = spl.unpackMint(new PublicKey(toBase58(coin.mint)), { data, owner: program }, program);
  const fee = ({ epoch, maximumFee, transferFeeBasisPoints }: Record<string, unknown>) => ({
    epoch: Number(epoch),
    maximumFee: Number(maximumFee),
    transferFeeBasisPoints,
  });
  const readers: Readonly<Record<string, () => object | undefined>> = {
    TransferFeeConfig: () => {
      const config = spl.getTransferFeeConfig(mint);
      return {
        newerTransferFee: fee(config.newerTransferFee),
        olderTransferFee: fee(config.olderTransferFee),
        transferFeeConfigAuthority: config.transferFeeConfigAuthority.toBase58(),
        withdrawWithheldAuthority: config.withdrawWithheldAuthority.toBase58(),
        withheldAmount: Number(config.withheldAmount),
      };
    },
    MintCloseAuthority: () => textsOf(spl.getMintCloseAuthority(mint)),
    DefaultAccountState: () => {
      const { state } = spl.getDefaultAccountState(mint);
      return { accountState: state === spl.AccountState.Frozen ? 'frozen' : String(state) };
    },
    NonTransferable: () => (spl.getNonTransferable(mint) ? undefined : {}),
    PermanentDelegate: () => textsOf(spl.getPermanentDelegate(mint)),
    TransferHook: () => textsOf(spl.getTransferHook(mint)),
    PausableConfig: () => textsOf(spl.getPausableConfig(mint)),
    MetadataPointer: () => textsOf(spl.getMetadataPointerState(mint)),
    TokenMetadata: () => undefined,
  };
  const names = typesIn(data).map((type): string => spl.ExtensionType[type]);
  return { mint, extensions: names.map((name) => ({ name, state: readers[name]!() })) };
}

/** Keys as base58, everything else as it is. */
const textsOf = (state: object): object =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [
      name,
      value instanceof PublicKey ? value.toBase58() : value,
    ]),
  );

describe('powers over mints', () => {
  it('are kept by the stated shares of launches', () => {
    const seen = new Map<string, number>();
    for (const coin of coins) for (const power of powersIn(coin)) seen.set(power, (seen.get(power) ?? 0) + 1);
    const { freezeAuthority: frozen, defaultAccountState: starts } = POWER_SHARES;
    const expected = { ...POWER_SHARES, freezeAuthority: 1 - (1 - frozen) * (1 - starts) };
    expect([...seen.keys()].sort()).toEqual(Object.keys(POWER_SHARES).sort());
    for (const [power, share] of Object.entries(expected)) {
      const deviation = Math.sqrt(LAUNCHES * share * (1 - share));
      expect(Math.abs(seen.get(power)! - LAUNCHES * share), power).toBeLessThan(4.5 * deviation);
    }
  });

  it('are a function of the mint, and the creator holds them', () => {
    const hooked = having('transferHook');
    const other = { ...base, creator: keyFor('another creator') };
    for (const { mint } of hooked) {
      const [told, again] = [mintPowersOf({ ...base, mint }), mintPowersOf({ ...base, mint })];
      expect(again).toEqual(told);
      const names = told.extensions.map(({ extension }) => extension);
      const elsewhere = mintPowersOf({ ...other, mint });
      expect(elsewhere.extensions.map(({ extension }) => extension)).toEqual(names);
      expect(JSON.stringify(told.extensions)).toContain(toBase58(creator));
      expect(JSON.stringify(elsewhere.extensions)).not.toContain(toBase58(creator));
    }
    expect(hooked.length).toBeGreaterThan(50);
  });

  it('are none of the older token program’s mints, nor of the gate token’s', () => {
    const none = { mintAuthority: null, freezeAuthority: null, extensions: [] };
    for (const coin of coins.slice(0, 1_000))
      expect(mintPowersOf({ ...coin, tokenProgram: TOKEN })).toEqual(none);
    expect(mintPowersOf({ ...base, mint: GATE_MINT })).toEqual(none);
  });
});

describe('mints with powers', () => {
  it('have the bytes that the official library reads, and these say the same as jsonParsed', () => {
    const authority = (key: Address | null) => (key === null ? null : toBase58(key));
    const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
    for (const coin of powered) {
      const { mint, extensions } = readByLibrary(coin);
      const { info } = accountOf(coin).parsed as unknown as {
        info: {
          mintAuthority: string | null;
          freezeAuthority: string | null;
          extensions: { extension: string; state?: object }[];
        };
      };
      const powers = mintPowersOf(coin);
      expect(info.mintAuthority).toBe(authority(powers.mintAuthority));
      expect(info.freezeAuthority).toBe(authority(powers.freezeAuthority));
      expect(mint.mintAuthority?.toBase58() ?? null).toBe(info.mintAuthority);
      expect(mint.freezeAuthority?.toBase58() ?? null).toBe(info.freezeAuthority);
      expect([mint.supply, mint.decimals]).toEqual([TOKEN_SUPPLY, 6]);
      const told = info.extensions.map(({ extension, state }) => ({
        name: pascal(extension),
        state: extension === 'tokenMetadata' ? undefined : state,
      }));
      expect(extensions).toEqual(told);
    }
    expect(powered.length).toBeGreaterThan(1_500);
  });

  it('are told as a node tells them', () => {
    const state = (power: MintPower) => {
      const { extensions } = accountOf(having(power)[0]!).parsed!.info as {
        extensions: { extension: string }[];
      };
      return extensions.find(({ extension }) => extension === power);
    };
    const key = toBase58(creator);
    expect(state('nonTransferable')).toEqual({ extension: 'nonTransferable' });
    expect(state('permanentDelegate')).toEqual({
      extension: 'permanentDelegate',
      state: { delegate: key },
    });
    expect(state('defaultAccountState')).toEqual({
      extension: 'defaultAccountState',
      state: { accountState: 'frozen' },
    });
    expect(state('mintCloseAuthority')).toEqual({
      extension: 'mintCloseAuthority',
      state: { closeAuthority: key },
    });
    expect(state('transferHook')).toMatchObject({ state: { authority: key, programId: expect.any(String) } });
    expect(state('pausableConfig')).toMatchObject({ state: { authority: key, paused: expect.any(Boolean) } });
    expect(state('transferFeeConfig')).toMatchObject({
      state: {
        transferFeeConfigAuthority: key,
        withdrawWithheldAuthority: key,
        withheldAmount: 0,
        olderTransferFee: { maximumFee: 1e15 },
        newerTransferFee: { transferFeeBasisPoints: expect.any(Number) },
      },
    });
  });

  it('have fees of many rates, of which some were raised after the launch', () => {
    const fees = powered.flatMap((coin) => {
      const told = mintPowersOf(coin).extensions.find(({ extension }) => extension === 'transferFeeConfig');
      return told ? [told.state as Record<string, { epoch: number; transferFeeBasisPoints: number }>] : [];
    });
    const rates = new Set(fees.map(({ newerTransferFee }) => newerTransferFee!.transferFeeBasisPoints));
    expect([...rates].sort((a, b) => a - b)).toEqual([50, 100, 500, 1_000, 5_000, 10_000]);
    const raised = fees.filter(({ olderTransferFee, newerTransferFee }) => {
      const isLater = newerTransferFee!.epoch > olderTransferFee!.epoch;
      expect([olderTransferFee!.epoch, newerTransferFee!.epoch]).toEqual([1_064, isLater ? 1_066 : 1_064]);
      expect(olderTransferFee!.transferFeeBasisPoints === 0).toBe(isLater);
      return isLater;
    });
    expect(raised.length).toBeGreaterThan(fees.length / 4);
    expect(raised.length).toBeLessThan((fees.length * 3) / 4);
  });

  it('are never as long as a multisig, which readers would take them for', () => {
    const bare = accountOf({ ...base, mint: GATE_MINT, name: '', symbol: '', uri: '' }).data.length;
    const lengths = [354, 355, 356].map((length) => {
      const coin = { ...base, mint: GATE_MINT, name: 'x'.repeat(length - bare), symbol: '', uri: '' };
      return accountOf(coin).data.length;
    });
    expect(lengths).toEqual([354, 357, 356]);
  });
});
