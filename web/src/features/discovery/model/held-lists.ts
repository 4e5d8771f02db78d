/** What the page holds: each token once, and lists of places, which are mints with what the list says of them besides. */
import {
  changePercent,
  type HighHypeToken,
  type ListItem,
  type ListName,
  type ListPlace,
  type ListSource,
  type PreMigrationToken,
  placeSchemaOf,
  type RejectedToken,
  type ScreenedToken,
  type StreamToken,
} from '@cryptonite/contracts/api';
import { replaceEqualDeep } from '@tanstack/react-query';

export type ListedToken = PreMigrationToken & Partial<Pick<RejectedToken, 'rejectionReason'>>;

/** A list's answer names the fields that the list shows; the stream names all. */
export type HeldToken = Pick<ScreenedToken, 'mint' | 'measuredAt' | 'origin'> & Partial<ScreenedToken>;
export type HeldTokens = ReadonlyMap<string, HeldToken>;

/** `listedOn`: the list that a listing is on. `row` is the token as it came with the place: the list speaks of its numbers. */
export type HeldPlace<Name extends ListName> = ListPlace<Name> & {
  mint: string;
  measuredAt: number;
  listedOn: ListName;
  row: HeldToken;
};
/** A list's item, which knows the list of its listing. */
export type HeldItem<Name extends ListName> = ListItem<Name> & Pick<HeldPlace<Name>, 'listedOn'>;

/** An answer of a list with `Item`s for what it holds. */
export type Answer<Item> = {
  items: Item[];
  total: number;
  profile: StreamToken['profile'];
  asOf: number | null;
  /** The rest is under way: what comes with it is not new. */
  isPart?: boolean;
};
/** `position`: where the answer stands in the stream. */
export type HeldList<Name extends ListName> = Answer<HeldPlace<Name>> & { position?: string };

/** Takes in what is newer; what no list holds any more (`listed`) and is not among the new is let go. */
export function holdTokens(
  held: HeldTokens,
  fresh: Iterable<HeldToken>,
  listed: ReadonlySet<string>,
): HeldTokens {
  const next = new Map([...held].filter(([mint]) => listed.has(mint)));
  for (const token of fresh) {
    const known = next.get(token.mint) ?? held.get(token.mint);
    const isOlder = known !== undefined && known.measuredAt > token.measuredAt;
    const merged = isOlder ? { ...token, ...known } : { ...known, ...token };
    next.set(token.mint, replaceEqualDeep(known, merged));
  }
  return next;
}

/** An item as its token and its place on the list. */
export function splitItem<Name extends ListName>(
  name: Name,
  item: ListItem<Name>,
): { token: HeldToken; place: HeldPlace<Name> } {
  const isOfPlace = ([field]: [string, unknown]) => field in placeSchemaOf(name).shape;
  const fields = Object.entries(item);
  const place = Object.fromEntries(fields.filter(isOfPlace)) as ListPlace<Name>;
  const token = Object.fromEntries(fields.filter((field) => !isOfPlace(field))) as HeldToken;
  return {
    token,
    place: { ...place, mint: token.mint, measuredAt: token.measuredAt, listedOn: name, row: token },
  };
}

/** By place: the item that was last made of it, so that what did not change stays the same object. */
const made = new WeakMap<object, { token: HeldToken; item: unknown }>();

/** A token of which another list has told since waits for its place: a reason stands beside the numbers that it was made of. */
function itemOf<Name extends ListName>(place: HeldPlace<Name>, held: HeldToken | undefined): HeldItem<Name> {
  const { row, ...said } = place;
  const token = held?.measuredAt === place.measuredAt ? held : row;
  const known = made.get(place);
  const item = known?.token === token ? known.item : { ...token, ...said };
  made.set(place, { token, item });
  // A place comes with its token's fields, all of those that the list shows.
  return item as HeldItem<Name>;
}

/** The items that the places stand for. */
export const joinItems = <Name extends ListName>(
  list: HeldList<Name>,
  held: HeldTokens,
): Answer<HeldItem<Name>> & Pick<HeldList<Name>, 'position'> => ({
  ...list,
  asOf: list.isPart ? null : list.asOf,
  items: list.items.map((place) => itemOf(place, held.get(place.mint))),
});

/**
 * A list of which `rest` was answered after `first`: a token that moved in between stands once, and the list is of the first's
 * place in the stream. With `isWhole` nothing lies beyond them.
 */
export function joinParts<Name extends ListName>(
  first: HeldList<Name>,
  rest: HeldList<Name>,
  isWhole: boolean,
): HeldList<Name> {
  const mints = new Set(first.items.map(({ mint }) => mint));
  const items = [...first.items, ...rest.items.filter(({ mint }) => !mints.has(mint))];
  return { ...first, items, total: isWhole ? items.length : Math.max(rest.total, items.length) };
}

/** A row of a list as its token is known to be since; the same where nothing newer is. */
export function movedTo(row: HighHypeToken, now: HeldToken | undefined): HighHypeToken {
  if (!now || now.measuredAt <= row.measuredAt) return row;
  const moved = { ...row, ...now };
  return { ...moved, marketCapChangePercent: changePercent(row.initialMarketCap, moved.marketCap) };
}

/** `list` with a change in it that the stream reports; the same object when the change does not touch it. */
export function patchList<Name extends ListName>(
  list: HeldList<Name>,
  name: Name,
  source: ListSource | undefined,
  change: StreamToken,
): HeldList<Name> {
  if (change.profile !== list.profile) return list;
  const { mint } = change;
  const held = list.items.find((place) => place.mint === mint);
  const measuredAt = change.token?.measuredAt ?? change.asOf;
  // An answer may be newer than a change that was under way while it was read.
  if (held && measuredAt !== null && measuredAt < held.measuredAt) return list;
  const place = placeIn(change, name, source);
  if (!held && !place) return list;
  const asOf = Math.max(list.asOf ?? 0, change.asOf ?? 0) || null;
  const items = place
    ? held
      ? list.items.map((other) => (other === held ? place : other))
      : [...list.items, place]
    : list.items.filter((other) => other !== held);
  return { ...list, items, total: list.total + items.length - list.items.length, asOf };
}

function placeIn<Name extends ListName>(
  { mint, token, lists }: StreamToken,
  name: Name,
  source: ListSource | undefined,
): HeldPlace<Name> | null {
  const place = lists[name] as ListPlace<Name> | undefined;
  if (!token || !place || (source !== undefined && 'source' in place && place.source !== source)) return null;
  return { ...place, mint, measuredAt: token.measuredAt, listedOn: name, row: token };
}
