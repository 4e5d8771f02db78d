import { LAYER_NAMES, LAYERS, PATTERN_NAMES, PATTERNS } from '@cryptonite/contracts/rules';
import type { ReactNode } from 'react';

/** The three engines, each with a figure made of its own rules or of what it does now. */
export function FeatureCards({ live }: { live: ReactNode }) {
  return (
    <section id="features" aria-labelledby="features-title" className="landing-section">
      <h2 id="features-title" className="landing-title">
        Three engines, one rule: show the working.
      </h2>
      <div className="feature-cards">
        <Feature title="Historical Pattern Analysis" figure={<PatternParts />}>
          Four success patterns of a launch's first hour. A score says how well a token matches; beside it
          stands what became of launches that matched as well, once there were enough of them.
        </Feature>
        <Feature title="Scam Detection Engine" figure={<LayerWeights />}>
          Six layers of rug analysis. Every finding names its value, its limit and, where one shows it, the
          transaction or account. What was not observed is shown as unknown, never as safe.
        </Feature>
        <Feature title="Real-Time AI Logic" figure={live}>
          Listed tokens are rescored on every trade. Lag, gaps and the source of the data stay on screen.
        </Feature>
      </div>
    </section>
  );
}

function Feature({ title, figure, children }: { title: string; figure: ReactNode; children: ReactNode }) {
  return (
    <article className="card overflow-hidden">
      <div className="feature-figure">{figure}</div>
      <div className="flex flex-col gap-3 p-6 pt-5 normal-nums">
        <h3 className="text-section font-semibold">{title}</h3>
        <p className="text-ink2">{children}</p>
      </div>
    </article>
  );
}

/** What each pattern is made of, part by part. */
function PatternParts() {
  return (
    <ul className="feature-rows" aria-label="The parts of each pattern, by their weights">
      {PATTERN_NAMES.map((name) => {
        const { label, parts } = PATTERNS[name];
        return (
          <li key={name}>
            <span>{label}</span>
            <span className="weights" title={parts.map((part) => `${part.label} ${part.weight}`).join(', ')}>
              {parts.map((part) => (
                <i key={part.name} style={{ flex: part.weight }} />
              ))}
            </span>
            <b>{parts.length} parts</b>
          </li>
        );
      })}
    </ul>
  );
}

const HEAVIEST = Math.max(...LAYER_NAMES.map((name) => LAYERS[name].weight));

function LayerWeights() {
  return (
    <ul className="feature-rows" aria-label="The layers of the rug risk, by their weights">
      {LAYER_NAMES.map((name) => (
        <li key={name}>
          <span>{LAYERS[name].label}</span>
          <span className="weights">
            <i style={{ width: `${(100 * LAYERS[name].weight) / HEAVIEST}%` }} />
          </span>
          <b>{LAYERS[name].weight}%</b>
        </li>
      ))}
    </ul>
  );
}
