import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compile } from './compile.js';
import { jsonCodec } from './index.js';

describe('a compiled codec', () => {
  const Thing = z.object({ a: z.int().optional(), b: z.string(), c: z.array(z.int()).optional() });
  const { decode, encode } = jsonCodec(Thing);

  it.each([{ b: '' }, { a: 1, b: 'x' }, { b: 'x', c: [1] }, { a: -0, b: '"', c: [] }])(
    'leaves out what may be left out: %j',
    (thing) => {
      expect(compile(Thing).read(structuredClone(thing))).toEqual(thing);
      expect(compile(Thing).write(thing)).toBe(JSON.stringify(thing));
      expect(decode(encode(thing))).toEqual(JSON.parse(JSON.stringify(thing)));
    },
  );

  it('leaves what it does not know to the schema, as it stood in the text', () => {
    const amounts = jsonCodec(
      z.object({
        first: z.codec(z.string().regex(/^\d+$/), z.bigint().min(0n).max(9n), {
          decode: BigInt,
          encode: String,
        }),
        more: z.int(),
      }),
    );
    expect(() => amounts.decode('{"first":"7","more":"8"}')).toThrow('expected number');
    expect(amounts.decode('{"more":8,"first":"7","else":9}')).toEqual({ first: 7n, more: 8 });
    expect(() => amounts.decode('{"first":"10","more":8}')).toThrow(z.ZodError);
    expect(() => amounts.encode({ first: 10n, more: 8 })).toThrow(z.ZodError);
  });

  it('refuses text that is no JSON', () => {
    expect(() => decode('{')).toThrow(SyntaxError);
  });
});

describe('of a schema that it does not know', () => {
  it.each([
    ['type "date"', z.object({ at: z.date() })],
    ['type "pipe"', z.string().transform((text) => text.length)],
    ['type "union"', z.union([z.int(), z.string()])],
    ['check "custom"', z.string().refine((text) => text !== 'x')],
    ['check "greater_than"', z.int().gt(3)],
    ['check "overwrite"', z.string().trim()],
    ['two limits "least"', z.int().min(1).min(2)],
    ['without limits', z.codec(z.string().regex(/^\d+$/), z.bigint(), { decode: BigInt, encode: String })],
  ])('no codec is compiled: %s', (reason, schema) => {
    expect(() => jsonCodec(schema)).toThrow(reason);
  });
});
