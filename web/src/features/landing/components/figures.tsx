/** The figures that the product is described by. What was measured of each stands under it. */
export const FIGURES = [
  { name: 'cadence', value: 'Every 3 minutes', text: 'the market is scanned' },
  { name: 'shown', value: '25–40 tokens', text: 'are shown at a time' },
  { name: 'filtered', value: '98%', text: 'are filtered out' },
  { name: 'launches', value: '100,000+ launches', text: 'to learn from' },
  { name: 'caps', value: '$6K–$2M', text: 'market caps' },
] as const;
export type FigureName = (typeof FIGURES)[number]['name'];

type Measured = Partial<Record<FigureName, string | null>>;

/** A figure of `measured` is null where nothing was measured, and not there until that is known. */
export function Figures({ measured = {} }: { measured?: Measured }) {
  return (
    <section aria-labelledby="figures-title">
      <h2 id="figures-title" className="sr-only">
        What is said, and what was measured
      </h2>
      <dl className="figures">
        {FIGURES.map(({ name, value, text }) => (
          <div key={name} data-figure={name}>
            <dt>
              <b>{value}</b> {text}
            </dt>
            <dd>measured: {measured[name] === undefined ? '…' : (measured[name] ?? 'nothing yet')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
