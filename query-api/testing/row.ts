/** Little-endian numbers of two, four and eight bytes, texts and bytes, in a row. */
export const row = (...parts: (Buffer | string | readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part);
      if (Buffer.isBuffer(part)) return part;
      const [bytes, value] = part;
      const written = Buffer.alloc(8);
      written.writeBigUInt64LE(BigInt(value));
      return written.subarray(0, bytes);
    }),
  );
