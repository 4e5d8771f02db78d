/** What running on would make worse: a person decides. */
export class Unrecoverable extends Error {}

/** The process says why it cannot go on, and ends with status 1. */
export function endOn(service: string, error: Error): never {
  console.error(`${service}: ${error.message}`);
  process.exit(1);
}
