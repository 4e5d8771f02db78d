/** Bytes that do not say what their format promises. The message names what was being read. */
export class MalformedBytes extends Error {
  override readonly name = 'MalformedBytes';
}
