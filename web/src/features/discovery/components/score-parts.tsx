import type { DetailedPart } from '@cryptonite/contracts/api';
import { formatMeasured, formatPoints, tenthsOf, UNKNOWN } from '../../../lib/format';
import { type Life, sayWindows } from '../../../lib/windows';
import { byBasis } from '../model/gates';
import { isUnobserved, tenthsIn } from '../model/merit';
import { sumOf } from '../model/score-words';
import { MeritMeter } from './score-plate';
import { Value } from './token-metrics';

type Part = Omit<DetailedPart, 'parts'> & Partial<Pick<DetailedPart, 'parts'>>;

type PartRowsProps = { parts: readonly Part[]; life: Life; areScores?: boolean };

/** Parts as a table, in tenths: what was seen, and what became of the weight. Parts that are scores have their own below them. */
export function PartRows({ parts, life, areScores = false }: PartRowsProps) {
  return (
    <table className="parts">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Seen</th>
          <th scope="col" className="part-meter">
            <span className="sr-only">Bar</span>
          </th>
          <th scope="col">Earned</th>
          <th scope="col">Missed</th>
          <th scope="col">
            <span className="max-md:sr-only">Unknown</span>
            <span className="md:hidden" aria-hidden="true">
              ?
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => [
          <PartRow key={part.name} part={part} life={life} isScore={areScores} />,
          ...tenthsIn(part.parts ?? [], sumOf(part.parts ?? []).earned).map((own) => (
            <PartRow key={`${part.name} ${own.name}`} part={own} life={life} isOwn />
          )),
        ])}
      </tbody>
    </table>
  );
}

type RowProps = { part: Part; life: Life; isOwn?: boolean; isScore?: boolean };

function PartRow({ part, life, isOwn = false, isScore = false }: RowProps) {
  const { label, unit, value, weight, earned, lost, unobserved, basis } = part;
  // As its own parts add up to it, and its plate begins.
  const seen = isScore && typeof value === 'number' ? tenthsOf(value) / 10 : value;
  return (
    <tr data-part={part.name} className={isOwn ? 'part-own' : ''}>
      <th scope="row">{sayWindows(byBasis(label, basis), life)}</th>
      <td>
        <Value text={isUnobserved(part) && value === null ? UNKNOWN : formatMeasured(seen, unit)} />
      </td>
      <td className="part-meter">
        <MeritMeter points={part} />
      </td>
      <td>
        {formatPoints(earned)}
        <small>/{formatPoints(weight)}</small>
      </td>
      <td>{formatPoints(lost)}</td>
      <td className={unobserved > 0 ? 'text-unk' : ''}>{formatPoints(unobserved)}</td>
    </tr>
  );
}
