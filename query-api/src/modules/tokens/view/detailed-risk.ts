/** The rug analysis of a token, finding by finding. */
import type { DetailedFinding, DetailedRisk } from '@cryptonite/contracts/api';
import type { LayerAssessed } from '@cryptonite/contracts/events';
import { DERIVED, type Measurement } from '@cryptonite/contracts/measures';
import { LAYER_NAMES, LAYERS, type LayerName, RUG_FINDINGS } from '@cryptonite/contracts/rules';
import { assessedOf, findingsOfRow } from '../../screening/scores/found.js';

/** Rules of a layer of which nothing was told yet: unknown, all of them. */
const unknownOf = (layer: LayerName): DetailedFinding[] =>
  RUG_FINDINGS.filter((rule) => rule.layer === layer).map(({ name, label, unit }) => ({
    name,
    label,
    unit,
    level: 'unknown',
    points: 0,
    value: null,
    limit: null,
    floor: null,
    evidence: [],
  }));

const toldOf = ({ layer, findings }: LayerAssessed): DetailedFinding[] =>
  findings.map((finding) => {
    const { label = finding.name, unit = '' } =
      RUG_FINDINGS.find((rule) => rule.layer === layer && rule.name === finding.name) ?? {};
    return { floor: null, ...finding, label, unit };
  });

/** @param assessed what was told of its layers last: what the measurement has itself is as it stands there */
export function detailedRiskOf(measurement: Measurement, assessed: readonly LayerAssessed[]): DetailedRisk {
  const ofRow = findingsOfRow(measurement);
  return {
    risk: DERIVED.rugRisk.of(measurement),
    coverage: DERIVED.rugCoverage.of(measurement),
    floor: measurement.rugFloor,
    layers: LAYER_NAMES.map((name) => {
      const told = assessed.find(({ layer }) => layer === name);
      const findings = (told ? toldOf(told) : unknownOf(name)).map((finding) => {
        const seen = ofRow.find((one) => one.layer === name && one.name === finding.name);
        if (!seen) return finding;
        const { level, points, value, limit } = seen;
        return { ...finding, level, points, value: value === null ? null : Number(value), limit };
      });
      const { label, weight } = LAYERS[name];
      const share = told ? assessedOf(told).share : 0;
      return { name, label, weight, points: measurement[`${name}Risk`], share, findings };
    }),
  };
}
