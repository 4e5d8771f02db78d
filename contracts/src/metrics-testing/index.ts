/** For tests: whether what a service tells of itself moves. */
type Metric = { get: () => Promise<{ values: readonly { value: number; metricName?: string }[] }> };

/** A counter's or gauge's sum over its labels; how often a histogram was told. */
export async function totalOf(metric: Metric): Promise<number> {
  const { values } = await metric.get();
  const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
  return (counts.length > 0 ? counts : values).reduce((sum, { value }) => sum + value, 0);
}

/** How much each of these metrics moves while `work` is done. */
export async function movedBy<Name extends string>(
  metrics: Readonly<Record<Name, Metric>>,
  work: () => unknown,
): Promise<Record<Name, number>> {
  const names = Object.keys(metrics) as Name[];
  const read = () => Promise.all(names.map((name) => totalOf(metrics[name])));
  const before = await read();
  await work();
  const after = await read();
  return Object.fromEntries(names.map((name, i) => [name, after[i]! - before[i]!])) as Record<Name, number>;
}
