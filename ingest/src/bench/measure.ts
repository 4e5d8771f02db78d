/** One thing to measure: `run` does a round of work and says how much it did. */
export type Contender = { what: string; run: () => number };

/** As tools/bench.mjs prints it. */
export type Result = {
  what: string;
  value: number | null;
  unit: string;
  ratio?: { to: string; value: number };
};

const WARM_UP_MS = 300;
const ROUNDS = 9;
const ROUND_MS = 200;

/**
 * Work per second of CPU time of each contender, by name: the median of rounds in which all take turns, so that a
 * change in what else the machine does meets them alike.
 */
export function measure(contenders: readonly Contender[]): Map<string, number> {
  const rates = new Map<string, number[]>(contenders.map(({ what }) => [what, []]));
  for (const { run } of contenders) repeat(run, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round++)
    for (const { what, run } of contenders) rates.get(what)!.push(repeat(run, ROUND_MS));
  return new Map([...rates].map(([what, own]) => [what, medianOf(own)]));
}

function repeat(run: () => number, cpuMs: number): number {
  const from = process.cpuUsage();
  let done = 0;
  for (;;) {
    done += run();
    const { user, system } = process.cpuUsage(from);
    if (user + system >= cpuMs * 1000) return (done / (user + system)) * 1e6;
  }
}

export const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
