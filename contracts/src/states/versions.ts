/** States of earlier versions, in parsed JSON, as they would stand in this one. */
import { STATE_VERSIONS } from './screener-state.js';

type Raw = Record<string, unknown>;
type Kind = keyof typeof STATE_VERSIONS;

/** The step from each version of a kind to the next one, from version 1 on. */
const STEPS: Record<Kind, ((raw: Raw) => Raw)[]> = {
  clock: [],
  token: [
    // Traders were kept for a day, and so counted in every ring; when a token was first traded was not kept.
    (raw) => {
      const { h24, ...rings } = raw.rings as Raw;
      const { newestOf, ...counted } = h24 as Raw;
      return { ...raw, firstTradeAt: null, trailTouchedFrom: null, rings: { ...rings, h24: counted } };
    },
  ],
  accounts: [(raw) => ({ ...raw, entries: standing(raw.entries) })],
  traders: [
    (raw) => ({ ...raw, entries: standing(raw.entries).map((entry) => ({ ...(entry as Raw), roles: 0 })) }),
    // What they sold was not kept.
    (raw) => ({
      ...raw,
      entries: (raw.entries as unknown[]).map((entry) => ({ ...(entry as Raw), sells: [] })),
    }),
  ],
};

/** Without the places that an entry had left. */
const standing = (entries: unknown): unknown[] => (entries as unknown[]).filter((entry) => entry !== null);

/** A state that a later version of the screener wrote. */
export class LaterVersion extends Error {
  override name = 'LaterVersion';

  constructor(kind: string, version: number, known: number) {
    super(
      `a stored state (${kind}) is of version ${version}, and this screener knows none beyond ${known}: it was written by a later one, which alone can go on from it`,
    );
  }
}

/** Throws {@link LaterVersion}. What is no state at all stays as it is. */
export function inThisVersion(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const { kind, v } = raw as Raw;
  if (typeof kind !== 'string' || !Object.hasOwn(STEPS, kind) || !Number.isSafeInteger(v)) return raw;
  checkVersion(kind as Kind, v as number);
  try {
    let state = raw as Raw;
    for (const [place, step] of STEPS[kind as Kind].entries())
      if ((v as number) < place + 2) state = { ...step(state), v: place + 2 };
    return state;
  } catch {
    // Not in the form of its version: the schema refuses it.
    return raw;
  }
}

/** Throws {@link LaterVersion}. */
export function checkVersion(kind: Kind, version: number): void {
  const known = STATE_VERSIONS[kind];
  if (version > known) throw new LaterVersion(kind, version, known);
}
