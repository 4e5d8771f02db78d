import { describe, expect, it } from 'vitest';
import { type Cell, RowWriter, Unstorable } from './row-binary.js';

const HEAD_OF = (type: string) => Buffer.from([1, 1, 'c'.charCodeAt(0), type.length, ...Buffer.from(type)]);

/** The bytes of one cell, behind the head. */
function bytesOf(type: string, cell: Cell): string {
  const writer = new RowWriter([{ name: 'c', type }]);
  writer.add([cell]);
  const head = HEAD_OF(type);
  expect(writer.body().subarray(0, head.length)).toEqual(head);
  return writer.body().subarray(head.length).toString('hex');
}

const little = (value: bigint, bytes: number) =>
  Buffer.from(
    BigInt.asUintN(8 * bytes, value)
      .toString(16)
      .padStart(2 * bytes, '0'),
    'hex',
  )
    .reverse()
    .toString('hex');

const long = 'é'.repeat(100);

describe('a cell', () => {
  it.each<[string, Cell, string]>([
    ['String', 'abc', '03616263'],
    ['String', '', '00'],
    ['String', 'é😀', `06${Buffer.from('é😀').toString('hex')}`],
    ['String', long, `c801${Buffer.from(long).toString('hex')}`],
    ['String', 'x'.repeat(20_000), `a09c01${'78'.repeat(20_000)}`],
    ['LowCardinality(String)', 'a', '0161'],
    ['Nullable(String)', null, '01'],
    ['LowCardinality(Nullable(String))', 'a', '000161'],
    ['Bool', true, '01'],
    ['Nullable(Bool)', false, '0000'],
    ['UInt8', 255, 'ff'],
    ['UInt16', 65_534, 'feff'],
    ['UInt32', 4_294_967_295, 'ffffffff'],
    ['UInt64', 18_446_744_073_709_551_615n, 'ff'.repeat(8)],
    ['UInt64', 2 ** 53 - 1, little(2n ** 53n - 1n, 8)],
    ['Int64', -2, little(-2n, 8)],
    ['Int128', -(2n ** 100n) - 5n, little(-(2n ** 100n) - 5n, 16)],
    ['Nullable(Int128)', 7n, `00${little(7n, 16)}`],
    ['Float64', 1.5, '000000000000f83f'],
    ["Enum8('' = 0, 'pumpfun' = 1)", '', '00'],
    ["Enum8('' = 0, 'pumpfun' = 1)", 'pumpfun', '01'],
    ["DateTime64(3, 'UTC')", 1_759_852_522_000, little(1_759_852_522_000n, 8)],
    ["DateTime64(3, 'UTC')", -1, 'ff'.repeat(8)],
    ['Decimal(9, 2)', '-1.5', little(-150n, 4)],
    ['Decimal(18, 0)', '7', little(7n, 8)],
    ['Decimal(76, 1)', '-0.3', little(-3n, 32)],
    ['Decimal(38, 12)', '150.25', little(150_250_000_000_000n, 16)],
    ['Decimal(38, 12)', '007.1234567890129', little(7_123_456_789_012n, 16)],
  ])('%s of %s', (type, cell, expected) => {
    expect(bytesOf(type, cell)).toBe(expected);
  });

  it('half a surrogate pair becomes a replacement character', () => {
    expect(bytesOf('String', 'cat \ud83d')).toBe(bytesOf('String', 'cat \ufffd'));
    expect(bytesOf('String', `${long}\ud83d`)).toBe(bytesOf('String', `${long}\ufffd`));
  });

  it.each<[string, Cell | undefined]>([
    ['String', null],
    ['String', 5],
    ['UInt8', 256],
    ['UInt8', -1],
    ['UInt8', 1.5],
    ['UInt8', 5n],
    ['UInt32', '5'],
    ['UInt64', 2 ** 53],
    ['UInt64', 2n ** 64n],
    ['UInt64', -1n],
    ['Int128', 2n ** 127n],
    ['Bool', 1],
    ['Float64', null],
    ['Float64', undefined],
    ["Enum8('' = 0, 'pumpfun' = 1)", 'bonded'],
    ["Enum8('' = 0, 'pumpfun' = 1)", null],
    ["DateTime64(3, 'UTC')", 9_300_000_000_000],
    ["DateTime64(3, 'UTC')", 0.5],
    ["DateTime64(3, 'UTC')", Number.NaN],
    ['Decimal(38, 12)', '1e5'],
    ['Decimal(38, 12)', '1'.repeat(27)],
  ])('%s cannot be %s', (type, cell) => {
    expect(() => bytesOf(type, cell as Cell)).toThrow(Unstorable);
  });

  it('of a type that no table has is an error at once', () => {
    expect(() => new RowWriter([{ name: 'c', type: 'IPv6' }])).toThrow('IPv6');
  });
});

describe('rows', () => {
  const columns = [
    { name: 'mint', type: 'String' },
    { name: 'trades', type: 'UInt8' },
  ];

  it('that cannot be stored leave nothing behind and name their column', () => {
    const writer = new RowWriter(columns);
    writer.add(['a', 1]);
    const before = Buffer.from(writer.body());
    expect(() => writer.add(['b', 300])).toThrow('trades cannot be 300');
    expect(writer.body()).toEqual(before);
    expect(writer.rowCount).toBe(1);
  });

  it('that are only checked are not added', () => {
    const writer = new RowWriter(columns);
    const before = Buffer.from(writer.body());
    writer.check(['b', 3]);
    expect(() => writer.check(['b', 300])).toThrow(Unstorable);
    expect(writer.body()).toEqual(before);
  });

  it('grow beyond the first buffer', () => {
    const writer = new RowWriter(columns);
    const head = writer.body().length;
    for (let row = 0; row < 10_000; row += 1) writer.add(['m'.repeat(44), row % 256]);
    expect(writer.body().length).toBe(head + 10_000 * 46);
    expect(writer.body().at(-1)).toBe(9_999 % 256);
  });
});
