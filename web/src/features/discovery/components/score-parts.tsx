import type { DetailedPart } from '@cryptonite/contracts/api';
import { formatMeasured, formatPoints, UNKNOWN } from '../../../lib/format';
import { type Life, sayWindows } from '../../../lib/windows';
import { byBasis } from '../model/gates';
import { isUnobserved } from '../model/merit';
import { MeritMeter } from './score-plate';
import { Value } from './token-metrics';

type Part = Omit<DetailedPart, 'parts'> & Partial<Pick<DetailedPart, 'parts'>>;

/** Parts as a table: what was seen, and what became of the weight. A part that is a score has its own below it. */
export function PartRows({ parts, life }: { parts: readonly Part[]; life: Life }) {
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
          <th scope="col">Lost</th>
          <th scope="col">
            <span className="max-md:sr-only">Not observed</span>
            <span className="md:hidden" aria-hidden="true">
              ?
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => [
          <PartRow key={part.name} part={part} life={life} />,
          ...(part.parts ?? []).map((own) => (
            <PartRow key={`${part.name} ${own.name}`} part={own} life={life} isOwn />
          )),
        ])}
      </tbody>
    </table>
  );
}

function PartRow({ part, life, isOwn = false }: { part: Part; life: Life; isOwn?: boolean }) {
  const { label, unit, value, weight, earned, lost, unobserved, basis } = part;
  return (
    <tr data-part={part.name} className={isOwn ? 'part-own' : ''}>
      <th scope="row">{sayWindows(byBasis(label, basis), life)}</th>
      <td>
        <Value text={isUnobserved(part) && value === null ? UNKNOWN : formatMeasured(value, unit)} />
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
