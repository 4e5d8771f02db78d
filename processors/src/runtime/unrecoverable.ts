/** What running on would make worse: the process says so and ends with status 1, and a person decides. */
export class Unrecoverable extends Error {}

export function endOn(service: string, error: Unrecoverable): never {
  console.error(`${service}: ${error.message}`);
  process.exit(1);
}
