/** Counts and prints what a proof compared. */
import { TOPICS } from '@cryptonite/contracts/topics';

/** Differing items of which all is printed. */
export const SHOWN = 10;
const SHOWN_CHARACTERS = 1_500;

/** The market makes no deposits into pools and no changes of authority, and what is well formed is readable. */
const MAY_BE_EMPTY = new Set<string>([TOPICS.deadLetters.name, 'liquidity_changed', 'authorities_observed']);
/** 15 to 330 of each in 200,000 events; of prices of coins some 5,000, all of the few that others are quoted in. */
const RARE = new Set([
  'curves_completed',
  'pools_created',
  'pools_boosted',
  'fees_swept',
  'tokens_migrated',
  'gaps',
  'alerts',
  'lifecycle_changes',
  'outcomes',
  'quote_prices',
  'holders_observed',
  'tokens.followed',
  'volume_places_observed',
]);
const RARE_IN_EVENTS = 100_000;

/** Counts what was compared, and prints a line for each. */
export class Comparison {
  differences = 0;
  /** The run's own items by what was compared. */
  readonly #counted = new Map<string, number>();

  /** `events`: of the run, for a small one lacks what is rare. `notYet`: what its source could not hold. */
  constructor(
    private readonly events: number,
    private readonly notYet: ReadonlySet<string> = new Set(),
  ) {}

  /** `details` are printed where the two are not equal. */
  note(what: string, isEqual: boolean, amounts: string, details: readonly string[] = []): void {
    console.log(`${isEqual ? 'equal    ' : 'DIFFERENT'}  ${what}: ${amounts}`);
    if (isEqual) return;
    this.differences += 1;
    for (const detail of details.slice(0, 2 * SHOWN)) console.log(`    ${detail.slice(0, SHOWN_CHARACTERS)}`);
  }

  /** The run's own `items` of `what` were compared. None is a difference, but for what may be empty. */
  counted(what: string, items: number): void {
    this.#counted.set(what, items);
    if (items > 0) return;
    if (MAY_BE_EMPTY.has(what) || this.notYet.has(what) || (RARE.has(what) && this.events < RARE_IN_EVENTS))
      return;
    this.note(what, false, 'holds nothing');
  }

  /** What was never counted was in no listing: nothing is shown of it either. */
  requireCounted(names: readonly string[]): void {
    for (const name of names) if (!this.#counted.has(name)) this.note(name, false, 'was not compared');
  }

  itemsOf(what: string): number {
    return this.#counted.get(what) ?? 0;
  }

  /** What faults must have brought about, in a run that is large enough: one without effect shows nothing. */
  brought(what: string, times: number): void {
    this.enough(what, times, this.events < RARE_IN_EVENTS ? 0 : 1);
  }

  /** A run smaller than asked for shows less than it says. */
  enough(what: string, counted: number, wanted: number): void {
    console.log(`${counted >= wanted ? 'enough   ' : 'TOO FEW  '}  ${what}: ${counted}, asked for ${wanted}`);
    if (counted < wanted) this.differences += 1;
  }

  get summary(): string {
    const found = this.differences === 0 ? 'no difference' : `${this.differences} DIFFERENCES`;
    const items = [...this.#counted];
    const compared = items.reduce((total, [, count]) => total + count, 0);
    const empty = items.flatMap(([what, count]) => (count === 0 ? [what] : []));
    const nothingIn = empty.length === 0 ? '' : ` (nothing in ${empty.join(', ')})`;
    return `${compared} rows compared${nothingIn}, ${found}`;
  }
}
