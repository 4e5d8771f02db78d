import { MintObserved, mintObservedSamples } from '@cryptonite/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FetchFailed } from '../fetch/guard.js';
import { MINT } from '../testing.js';
import { readAccounts, readLargest, readMint, readOwner, readResult } from './parse-rpc.js';

const PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const info = {
  decimals: 6,
  isInitialized: true,
  supply: '1000000000000000',
  mintAuthority: null,
  freezeAuthority: MINT,
};
const mintOf = (extensions: unknown, supply = info.supply) => ({
  owner: PROGRAM,
  data: {
    program: 'spl-token-2022',
    space: 500,
    parsed: { type: 'mint', info: { ...info, supply, extensions } },
  },
});
const sample = MintObserved.parse(mintObservedSamples[0]);

describe('a mint', () => {
  it('is told with every extension and its values', () => {
    const state = { transferHookProgramId: PROGRAM, authority: null };
    const extensions = [{ extension: 'transferHook', state }, { extension: 'nonTransferable' }];
    expect(readMint(mintOf(extensions))).toEqual({
      exists: true,
      tokenProgram: PROGRAM,
      decimals: 6,
      supply: 1_000_000_000_000_000n,
      mintAuthority: null,
      freezeAuthority: MINT,
      extensions: [
        { name: 'transferHook', values: JSON.stringify(state) },
        { name: 'nonTransferable', values: '{}' },
      ],
    });
    expect(readMint(mintOf(undefined))).toMatchObject({ extensions: [] });
  });

  it('that the node does not know is none', () => {
    expect(readMint(null)).toMatchObject({ exists: false, supply: null, extensions: [] });
  });

  it('with extensions without end or of any length stays one of the contract', () => {
    const long = { extension: 'x'.repeat(900), state: { name: 'y'.repeat(50_000) } };
    const mint = readMint(mintOf(Array(400).fill(long)));
    expect(() => MintObserved.encode({ ...sample, ...mint })).not.toThrow();
    expect(JSON.parse(mint.extensions[0]!.values)).toBe('50011 characters');
  });

  it.each([
    ['bytes that the node cannot read', { owner: PROGRAM, data: ['AAAA', 'base64'] }],
    ['a token account', { owner: PROGRAM, data: { parsed: { type: 'account', info } } }],
    ['a supply beyond 64 bits', mintOf([], `${2n ** 64n}`)],
  ])('is not %s', (_, account) => {
    expect(() => readMint(account)).toThrow(FetchFailed);
  });
});

it('an answer has a result, or the code of an error', () => {
  expect(readResult({ jsonrpc: '2.0', result: { context: { slot: 7 }, value: null }, id: 1 })).toEqual({
    slot: 7,
    value: null,
  });
  expect(() => readResult({ error: { code: -32_005, message: '<script>' } })).toThrow(
    'the node answers with error -32005',
  );
  expect(() => readResult([])).toThrow('the node answers with no result');
});

it('of any JSON reads what the contract takes, or says that it is none', () => {
  const account = fc.record({ owner: fc.constant(PROGRAM), data: fc.jsonValue() });
  const extended = fc.array(fc.record({ extension: fc.string(), state: fc.jsonValue() })).map(mintOf);
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), account, extended), (value) => {
      readOwner(value);
      for (const read of [readResult, readLargest, (given: unknown) => readAccounts(given, 2)])
        try {
          read(value);
        } catch (error) {
          expect(error).toBeInstanceOf(FetchFailed);
        }
      try {
        MintObserved.encode({ ...sample, ...readMint(value) });
      } catch (error) {
        expect(error).toBeInstanceOf(FetchFailed);
      }
    }),
    { seed: 17, numRuns: 500 },
  );
});
