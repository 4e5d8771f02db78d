import { readFileSync } from 'node:fs';

/** Variables whose value stands in a file, as secrets do where they are mounted. */
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Of each variable `NAME_FILE` that is set the variable `NAME`: what that file holds, without the line's end behind it. Empty
 * variables are ones that are not set.
 * @param readFile the text of a file; throws where there is none
 * @throws an error of one line that names the variable
 */
export function takeFiles(
  env: Variables,
  readFile = (path: string) => readFileSync(path, 'utf8'),
): Record<string, string> {
  const set = Object.entries(env).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const taken = Object.fromEntries(set);
  for (const [name, path] of set) {
    if (!name.endsWith('_FILE')) continue;
    const of = name.slice(0, -'_FILE'.length);
    if (taken[of] !== undefined) throw new Error(`${of} and ${name} are both set: give one of them`);
    try {
      taken[of] = readFile(path).replace(/\r?\n$/, '');
    } catch {
      throw new Error(`${name} must be a file that can be read: ${path} is none`);
    }
  }
  return taken;
}
