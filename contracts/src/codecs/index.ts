/**
 * Readers and writers of JSON compiled from schemas: several times as fast as the schemas, and the same in what they take,
 * give and refuse. Of anything but the usual form they leave the schema to decide.
 */
import { z } from 'zod';
import { compile } from './compile.js';
import { UNSURE } from './part.js';

export type JsonCodec<T> = {
  /** From parsed JSON, which is changed on the way: `raw` gives it anew for the schema. Throws a ZodError. */
  read: (raw: () => unknown) => T;
  /** Throws a ZodError, or a SyntaxError where the text is not JSON. */
  decode: (text: string) => T;
  /** Throws a ZodError where the value breaks its contract. */
  encode: (value: T) => string;
};

export function jsonCodec<S extends z.ZodType>(schema: S): JsonCodec<z.output<S>> {
  const { read: readUsual, write } = compile(schema);
  const read = (raw: () => unknown): z.output<S> => {
    const value = raw();
    try {
      return readUsual(value) as z.output<S>;
    } catch (error) {
      if (error !== UNSURE) throw error;
      return schema.parse(raw());
    }
  };
  return {
    read,
    decode: (text) => read(() => JSON.parse(text)),
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
