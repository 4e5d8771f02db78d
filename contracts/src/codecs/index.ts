/**
 * Readers and writers of JSON compiled from schemas: several times as fast as the schemas, and the same in what they take,
 * give and refuse. Of anything but the usual form they leave the schema to decide.
 */
import { z } from 'zod';
import { compile } from './compile.js';
import { UNSURE } from './part.js';

export type JsonCodec<T> = {
  /** Throws a ZodError, or a SyntaxError where the text is not JSON. */
  decode: (text: string) => T;
  /** Throws a ZodError where the value breaks its contract. */
  encode: (value: T) => string;
};

export function jsonCodec<S extends z.ZodType>(schema: S): JsonCodec<z.output<S>> {
  const { read, write } = compile(schema);
  return {
    decode(text) {
      const value: unknown = JSON.parse(text);
      try {
        return read(value) as z.output<S>;
      } catch (error) {
        if (error !== UNSURE) throw error;
        // Again: what was read of it may be changed already.
        return schema.parse(JSON.parse(text));
      }
    },
    encode(value) {
      try {
        return write(value);
      } catch (error) {
        if (error !== UNSURE) throw error;
        return JSON.stringify(z.encode(schema, value));
      }
    },
  };
}
