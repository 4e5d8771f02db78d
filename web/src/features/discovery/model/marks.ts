/** What a reader should know of a token before its numbers: its worst danger, the red flag and risks first, then where it is from, what is missing, and what happened. */
import { amountBeside, RUG_FINDINGS } from '@cryptonite/contracts/rules';
import { conditionOf } from '../../../lib/condition';
import { formatUtcTime } from '../../../lib/format';
import { cleanText } from '../../../lib/text';
import type { Drawn } from './drawn-token';
import { describeNoPicture } from './picture';

export type Mark = {
  kind: 'danger' | 'flag' | 'risk' | 'gap' | 'unknown' | 'origin' | 'alert' | 'plain';
  text: string;
  /** The same where a row has less room. */
  short?: string;
  /** The finding as a sentence. */
  title: string;
};

/** The ten largest holders owning more than the worst limit of their finding is a red flag. */
const [RED_FLAG] = RUG_FINDINGS.flatMap(({ layer, name, grading }) =>
  layer === 'holders' && name === 'top10' && 'steps' in grading ? grading.steps : [],
);

type Marked = Pick<Drawn, 'token' | 'sharesSymbol' | 'isOriginShown'>;

export function marksOf({ token, sharesSymbol, isOriginShown }: Marked): Mark[] {
  const marks: Mark[] = [];
  const add = (kind: Mark['kind'], text: string, title: string) => marks.push({ kind, text, title });
  const texts = [token.symbol, token.name].flatMap((raw) => (raw === null ? [] : [cleanText(raw)]));
  const condition = isOriginShown ? conditionOf(token.origin) : null;
  const { worstDanger, top10HolderPercent: topTen } = token;
  const isFlagged = topTen !== null && RED_FLAG !== undefined && topTen > RED_FLAG.limit;
  // The flag says the same of the ten largest holders.
  if (worstDanger && !(isFlagged && worstDanger.finding === 'holders.top10'))
    add('danger', worstDanger.text, `Danger: ${worstDanger.text}`);
  if (isFlagged)
    add(
      'flag',
      `Top 10 ${topTen.toFixed(0)}%`,
      `Red flag: the ten largest holders own ${amountBeside(topTen, RED_FLAG.limit, '%')}, more than ${RED_FLAG.limit}%`,
    );
  if (sharesSymbol) add('risk', 'Same symbol', 'Another token of this list has the same symbol');
  if (texts.some(({ isLookAlike }) => isLookAlike))
    marks.push({
      kind: 'risk',
      text: 'Look-alike letters',
      short: 'Look-alike',
      title: 'The name has letters that look like those of another script',
    });
  for (const name of new Set(texts.flatMap(({ removed }) => removed)))
    add('risk', name, `The creator's text held the invisible character ${name}`);
  if (condition !== null) add('origin', condition, token.origin.name);
  if (token.gapSeen) add('gap', 'Gap', 'Some trades are missing; counts may be low');
  if (!token.seenSinceCreation)
    add('unknown', 'Seen late', 'First seen after launch; earlier trades unknown');
  if (token.alertRaisedAt !== null && token.checks === undefined)
    add(
      'alert',
      formatUtcTime(token.alertRaisedAt).slice(0, 5),
      `Alert at ${formatUtcTime(token.alertRaisedAt)}, when progress first entered the alert window`,
    );
  if (token.isMayhem) add('plain', 'Mayhem', 'Launched in Mayhem mode');
  if (token.imageFailure)
    marks.push({ kind: 'unknown', short: 'No picture', ...describeNoPicture(token.imageFailure) });
  return marks;
}
