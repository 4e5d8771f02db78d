/** A token's change as the stream says it: what is not as it was said before, and laid over that, the token now. */
import type { ListName } from './lists.js';
import type { StreamChange, StreamToken } from './stream.js';

type Fields = Record<string, unknown>;

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) ||
  (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

const changedIn = (before: Fields, now: Fields): Fields =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => !isSame(before[field], value)));

const namesOf = (...said: StreamToken[]): ListName[] =>
  [...new Set(said.flatMap(({ lists }) => Object.keys(lists)))] as ListName[];

/** Both hold a token. Null where nothing but the time is another. */
export function changeBetween(before: StreamToken, now: StreamToken): StreamChange | null {
  const token = changedIn(before.token ?? {}, now.token ?? {});
  const lists: Record<string, Fields | null> = {};
  for (const name of namesOf(before, now)) {
    const place = now.lists[name];
    const changed = place ? changedIn(before.lists[name] ?? {}, place) : null;
    if (changed === null || !before.lists[name] || Object.keys(changed).length > 0) lists[name] = changed;
  }
  const isAny = Object.keys(lists).length > 0 || Object.keys(token).some((field) => field !== 'measuredAt');
  const left = now.left && { left: now.left };
  return isAny
    ? ({ mint: now.mint, profile: now.profile, token, lists, ...left, asOf: now.asOf } as StreamChange)
    : null;
}

/** What {@link changeBetween} was given as `now`. */
export function applyChange({ left: _, ...before }: StreamToken, change: StreamChange): StreamToken {
  const lists: Record<string, Fields> = {};
  for (const name of new Set([...Object.keys(before.lists), ...Object.keys(change.lists)]) as Set<ListName>) {
    const changed = change.lists[name];
    if (changed !== null) lists[name] = { ...before.lists[name], ...changed };
  }
  return {
    ...before,
    token: { ...before.token, ...change.token } as StreamToken['token'],
    lists: lists as StreamToken['lists'],
    ...(change.left && { left: change.left }),
    asOf: change.asOf,
  };
}
