import { readFileSync } from 'node:fs';

/** Variables whose value stands in a file, as secrets do where they are mounted. */
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Of the variables `names` those that are set: of each `NAME` whose `NAME_FILE` is set what that file holds, without the line's
 * end behind it. Empty variables are ones that are not set; of others, which may end in `_FILE` for reasons of their own, nothing is read.
 * @param readFile the text of a file; throws where there is none
 * @throws an error of one line that names the variable
 */
export function takeFiles(
  env: Variables,
  names: readonly string[],
  readFile = (path: string) => readFileSync(path, 'utf8'),
): Record<string, string> {
  const taken: Record<string, string> = {};
  for (const name of names) {
    const value = env[name];
    const path = env[`${name}_FILE`];
    if (value && path) throw new Error(`${name} and ${name}_FILE are both set: give one of them`);
    if (value) taken[name] = value;
    if (!path) continue;
    try {
      taken[name] = readFile(path).replace(/\r?\n$/, '');
    } catch {
      throw new Error(`${name}_FILE must be a file that can be read: ${path} is none`);
    }
  }
  return taken;
}
