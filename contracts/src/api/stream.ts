import { z } from 'zod';
import { ListSource, ProfileName } from '../events/index.js';
import {
  type ItemSchema,
  itemSchemaOf,
  LIST_NAMES,
  LISTS,
  type ListName,
  ListQuery,
  type PlaceSchema,
  placeSchemaOf,
} from './lists.js';
import { ListLeaving } from './places.js';
import { Ms } from './shared.js';
import { ScreenedToken } from './tokens.js';

type Places = { [Name in ListName]: z.ZodOptional<PlaceSchema<Name>> };
const places = Object.fromEntries(
  LIST_NAMES.map((name) => [name, placeSchemaOf(name).optional()]),
) as unknown as Places;

/** What changed of an object; of things in a list, what changed of each. */
type Parts<Fields> = {
  [Field in keyof Fields]?: Fields[Field] extends (infer Thing extends object)[]
    ? Partial<Thing>[]
    : Fields[Field];
};
function partsOf<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
  const partOf = (field: unknown): z.ZodType =>
    field instanceof z.ZodArray && field.element instanceof z.ZodObject
      ? z.array(partsOf(field.element))
      : (field as z.ZodType);
  const parts = Object.entries(shape).map(([name, field]) => [name, partOf(field).optional()]);
  return z.object(Object.fromEntries(parts)) as unknown as z.ZodType<Parts<z.infer<z.ZodObject<Shape>>>>;
}

type PlaceParts = {
  [Name in ListName]: z.ZodOptional<z.ZodNullable<z.ZodType<Parts<z.infer<PlaceSchema<Name>>>>>>;
};
const placeParts = Object.fromEntries(
  LIST_NAMES.map((name) => [
    name,
    partsOf(placeSchemaOf(name) as z.ZodObject)
      .nullable()
      .optional(),
  ]),
) as unknown as PlaceParts;

type LeavingSchema<Name extends ListName> = z.ZodObject<
  typeof ListLeaving.shape & { item: z.ZodNullable<ItemSchema<Name>> }
>;
const leavingSchemaOf = <Name extends ListName>(name: Name) =>
  ListLeaving.extend({
    item: (itemSchemaOf(name) as z.ZodType)
      .nullable()
      .describe(
        'The token by whose numbers it left, with what the list says of it: what the reason names is of them. Null where they are not kept any more.',
      ),
  }) as unknown as LeavingSchema<Name>;
type Leavings = { [Name in ListName]: z.ZodOptional<LeavingSchema<Name>> };

const left = z
  .object(
    Object.fromEntries(
      LIST_NAMES.map((name) => [name, leavingSchemaOf(name).optional()]),
    ) as unknown as Leavings,
  )
  .optional()
  .describe(
    'How it left, by list: of those that it was told to be on and is on no more; of a token first heard of that none holds, of all. Not told of Qualified and Rejected where the other one holds it, nor of near misses.',
  );

/** A list as the stream names it: `rejected`, or its items of one source: `rejected.pumpfun`. */
export const streamListOf = (name: ListName, source?: ListSource): string =>
  source === undefined ? name : `${name}.${source}`;

const STREAM_LISTS = LIST_NAMES.flatMap((name) =>
  'source' in LISTS[name].query.shape
    ? [name, ...ListSource.options.map((source) => streamListOf(name, source))]
    : [name],
);
const ONE_LIST = `(${STREAM_LISTS.join('|').replaceAll('.', '\\.')})`;

/** What the page announces, whichever tab is open. */
const ANNOUNCED = [
  ...ListSource.options.map((source) => streamListOf('qualified', source)),
  'ultimate',
  'earlyStage',
];

/** The lists that the page names together: on its first page, and on the tabs Ultimate, Daily Boosted and High Hype. */
export const PAGE_LISTS: readonly (readonly string[])[] = [
  ['ultimate'],
  ['ultimate', streamListOf('qualified', 'pumpfun')],
  [...ANNOUNCED, 'ultimateNear'],
  [...ANNOUNCED, 'daily', 'social', 'shilled'],
  ...ListSource.options.flatMap((source) => {
    const lists = ['bondedAnalyzed', 'discoveryQualified', 'microcaps', streamListOf('rejected', source)];
    return [
      [...ANNOUNCED, ...lists],
      [...ANNOUNCED, ...lists, 'newLaunches'],
    ];
  }),
];

/** What a client asks of `/api/stream`. */
export const StreamQuery = ListQuery.pick({ profile: true }).extend({
  lists: z
    .string()
    .max(400)
    .regex(
      new RegExp(`^${ONE_LIST}(,${ONE_LIST})*$`),
      `names of lists with commas between: ${STREAM_LISTS.join(', ')}`,
    )
    .optional()
    .describe('The lists that the client shows, with commas between. Without it, every list of the profile.'),
  pace: z
    .enum(['change', 'second'])
    .default('change')
    .describe(
      '`second`: of a token once a second at most, but at once when it comes onto a list or leaves one.',
    ),
  after: z
    .string()
    .max(20_000)
    .optional()
    .describe(
      "A list's `position`, or the id of an event: the stream begins behind it. Last-Event-ID goes before it.",
    ),
});
export type StreamQuery = z.output<typeof StreamQuery>;

/**
 * `/api/stream`: server-sent events. The event id is the vector of partition offsets ("0:12,1:44"), and
 * `Last-Event-ID` resumes after it; where it cannot, `reset` comes first and the client reads the lists anew.
 * Numbers with a fraction have seven significant digits here, those of a price trail four; it and texts of which the numbers
 * alone are others are told once in 10 s.
 */
export const StreamToken = z.object({
  mint: z.string(),
  profile: ProfileName,
  token: ScreenedToken.nullable().describe(
    'Null when no list of the profile holds it now, or none that the client named did when it was last told of it.',
  ),
  lists: z
    .object(places)
    .describe(
      "The named lists that hold it, each with what it says besides: a list's item is the token with its place.",
    ),
  left,
  asOf: Ms,
});
export type StreamToken = z.infer<typeof StreamToken>;

/**
 * What is not as this connection was last told: of the token, and by list of its place there. Null where it has left. A list
 * of as many things as before (its checks) has of each what changed, which may be nothing.
 */
export const StreamChange = z.object({
  mint: z.string(),
  profile: ProfileName,
  token: partsOf(ScreenedToken),
  lists: z.object(placeParts),
  left,
  asOf: Ms,
});
export type StreamChange = z.infer<typeof StreamChange>;

export const STREAM_EVENTS = {
  /** First on a stream that cannot resume. Data: `{}`. */
  reset: 'reset',
  /** Data: {@link StreamToken}, when a connection first hears of a token, and when none of its lists holds it any more. */
  token: 'token',
  /** Data: {@link StreamChange}, from then on. */
  change: 'change',
  /** Data: MonitoringCount, about once per second. */
  monitoring: 'monitoring',
  /** Data: HealthSummary, about once per second; also the heartbeat. */
  health: 'health',
} as const;
