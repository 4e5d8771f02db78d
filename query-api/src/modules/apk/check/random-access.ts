/** A file of which parts can be read in any order. Whoever reads bounds how much. */
export type RandomAccess = {
  readonly sizeBytes: number;
  /** The bytes from `start` up to `end`, which is not read. Rejects where the file cannot be had. */
  read(start: number, end: number): Promise<Buffer>;
};
