/** What was found, as tables. */
import { type MomentName, TRADED_FOR_MS } from '@cryptonite/contracts/evaluation';
import { auprcOf, type Evaluated, type Figure, type Row } from './evaluate-tokens.js';
import type { OutcomeName } from './outcomes.js';

const MOMENT_TEXTS: Record<MomentName, string> = {
  traded: `at the end of the first ${TRADED_FOR_MS / 60_000} minutes of trading`,
  listed: 'at the first listing on Pre-Migration Qualified (live)',
};
const OUTCOME_TEXTS: Record<OutcomeName, string> = {
  graduated: 'graduated within a day',
  doubled: 'doubled within an hour',
  dumped: 'dumped within an hour',
};

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

function figureText(figure: Figure | null): string {
  if (figure === null) return '';
  const { value, interval } = figure;
  const range = interval === null ? '' : ` (${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})`;
  return `${value.toFixed(3)}${range}`;
}

const rowText = ({ label, unknown, figures }: Row): string =>
  `| ${[
    label,
    figureText(figures.auprc),
    figureText(figures.precision),
    figureText(figures.recall),
    figureText(figures.mcc),
    figureText(figures.calibrationError),
    percent(unknown),
  ].join(' | ')} |`;

const HEAD = `| what | AUPRC | precision | recall | MCC | calibration error | unknown |
|---|---:|---:|---:|---:|---:|---:|`;

export function tableText({ moment, outcome, tokens, came, rows }: Evaluated): string {
  const rate = tokens === 0 ? '' : ` (${percent(came / tokens)})`;
  return `${came} of ${tokens} tokens${rate} ${OUTCOME_TEXTS[outcome]}, judged ${MOMENT_TEXTS[moment]}:

${HEAD}
${rows.map(rowText).join('\n')}
`;
}

/** Whether a score tells more than the base rate and each number alone do. */
export function againstAlone(
  { moment, outcome, rows }: Evaluated,
  label: string,
): { isAbove: boolean; text: string } {
  const best = rows
    .filter(({ kind }) => kind === 'alone' || kind === 'base')
    .reduce((a, b) => (auprcOf(b) > auprcOf(a) ? b : a));
  const row = rows.find((each) => each.label === label);
  if (!row) throw new Error(`there is no row of ${label}`);
  const isAbove = auprcOf(row) > auprcOf(best);
  const said = `${label}: AUPRC ${auprcOf(row).toFixed(3)} for ${outcome}, judged ${MOMENT_TEXTS[moment]}`;
  return {
    isAbove,
    text: `${said}; ${isAbove ? 'above' : 'not above'} the best of the others, ${best.label.toLowerCase()}, ${auprcOf(best).toFixed(3)}.`,
  };
}
