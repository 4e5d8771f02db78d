/** One token at length: its scores part by part, and what every number of it is made of. */
import { z } from 'zod';
import { ASKED } from '../asks/index.js';
import { ProfileName } from '../events/index.js';
import { DOUBLED_MULTIPLE, DUMPED_PERCENT, FINDING_LEVELS } from '../rules/index.js';
import { LIST_NAMES, type ListName, type PlaceSchema, placeSchemaOf } from './lists.js';
import { basis, Gate, ScorePart } from './places.js';
import { Ms, Num, Text } from './shared.js';
import { ScreenedToken } from './tokens.js';

export const TokenPlace = z.object({
  mint: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be a mint address'),
});

const total = {
  score: Num.describe('0–100; null where none was computed.'),
  coverage: Num.describe('Share of the weight that was observed, 0–1.'),
  best: Num.describe('What complete data could still give.'),
};

/** A part as people read it. Those of a part that is a score of its own weigh 100 together. */
const LabelledPart = ScorePart.extend({ label: z.string(), unit: z.string() });
export const DetailedPart = LabelledPart.extend({
  parts: z.array(LabelledPart).describe('Its own parts, where it is a score; else empty.'),
});
export type DetailedPart = z.infer<typeof DetailedPart>;

export const DetailedScore = z.object({ ...total, parts: z.array(DetailedPart) });
export type DetailedScore = z.infer<typeof DetailedScore>;

/** What became of launches that matched the pattern best of the four, and as well: percents of their number. */
export const PatternHistory = z.object({
  launches: z.int().describe('How many such launches were observed.'),
  graduatedPercent: z.number(),
  doubledPercent: z.number().describe(`At least ${DOUBLED_MULTIPLE} times their price within an hour.`),
  dumpedPercent: z.number().describe(`${DUMPED_PERCENT}% and more down within an hour.`),
});
export type PatternHistory = z.infer<typeof PatternHistory>;

export const DetailedPattern = DetailedScore.extend({
  name: z.string(),
  label: z.string(),
  history: PatternHistory.nullable().describe(
    'Of the best alone; null before its first hour of trading is over, and before enough of them were observed.',
  ),
});
export type DetailedPattern = z.infer<typeof DetailedPattern>;

export const DetailedFinding = z.object({
  name: z.string(),
  label: z.string(),
  level: z.enum(FINDING_LEVELS),
  points: z.number(),
  value: Num.describe('What was observed, true and false as 1 and 0; null where it is unknown.'),
  limit: Num.describe(
    'The limit that the value is beyond, else the mildest; null for what is true or false.',
  ),
  unit: z.string(),
  floor: Num.describe('The risk is not under it by this finding; null where it sets none.'),
  evidence: z.array(z.string()).describe('Accounts and signatures that show it.'),
});
export type DetailedFinding = z.infer<typeof DetailedFinding>;

export const DetailedRisk = z.object({
  risk: Num.describe(
    '0–100, more is worse: the mean of the layers that were observed, or the floor where that is higher; null where there is neither.',
  ),
  floor: Num.describe('The highest floor of its findings; null without one.'),
  coverage: Num.describe('Share of the weight of the layers that was observed, 0–1.'),
  layers: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      weight: z.number(),
      points: Num.describe('0–100; null where nothing of the layer was observed.'),
      share: z.number().describe('How much of the layer was observed, 0–1.'),
      findings: z
        .array(DetailedFinding)
        .describe('As they stood when one of them came to another level last.'),
    }),
  ),
});
export type DetailedRisk = z.infer<typeof DetailedRisk>;

/** What of a token only tables hold, seconds behind the lists: findings in full, and what its pattern is told by. */
export const STORED_PARTS = ['findings', 'patterns'] as const;
export type StoredPart = (typeof STORED_PARTS)[number];

const MeasuredPlace = z.object({
  measuredAt: z.int().describe('Stream time of the measurement.'),
  position: z.string().describe('Place in the journal of the newest fact that it speaks of.'),
});

type Places = { [Name in ListName]: z.ZodOptional<PlaceSchema<Name>> };
export const TokenPage = z.object({
  token: ScreenedToken,
  position: z
    .string()
    .describe(
      'Place in the journal of the newest fact that the token, its places, scores and gates speak of: those that the lists show, where a list holds it.',
    ),
  behind: z
    .object({
      what: z.array(z.enum(STORED_PARTS)),
      measuredAt: Ms.describe(
        'Stream time of the newest measurement in the tables; null where they hold none.',
      ),
    })
    .nullable()
    .describe(
      'What of this answer is older than the rest, its newest being still to be stored; null where nothing is.',
    ),
  profile: ProfileName,
  lists: z
    .object(
      Object.fromEntries(
        LIST_NAMES.map((name) => [name, placeSchemaOf(name).optional()]),
      ) as unknown as Places,
    )
    .describe('The lists of the profile that hold it, each with what it says besides.'),
  scores: z.object({
    hype: DetailedScore,
    daily: DetailedScore.describe("The profile's composite of Daily Boosted."),
    ultimate: DetailedScore,
    social: DetailedScore,
    security: DetailedScore,
  }),
  patterns: z
    .array(DetailedPattern)
    .describe('All four, the best first, as its first hour of trading was, or its life so far.'),
  rug: DetailedRisk,
  gates: z.array(Gate).describe('The gates of Ultimate in the profile, then its score.'),
  keptOff: z
    .array(z.string())
    .describe(
      'Why it is on no list, or on none of High Hype, Ultimate and Daily Boosted, whatever its scores: sentences, the gravest first; empty where nothing keeps it off.',
    ),
  standing: Num.describe(
    'What still stands of its day, 0–1, times which its pattern counts in the hype score and in Daily; null where that is not known.',
  ),
  asOf: Ms.describe('Stream time of the answer.'),
});
export type TokenPage = z.infer<typeof TokenPage>;

const SpokenOf = z
  .object({ from: z.int(), to: z.int() })
  .nullable()
  .describe('The stream time that it speaks of; null where that is no span.');

/** What of a token is told by no transaction: each is asked of services around the chain, and answered by a fact of the journal. */
const TOLD = z.array(z.enum(ASKED)).describe('Which of `answers` tell it: of what the chain tells none.');

export const WorldAnswer = z.object({
  what: z.enum(ASKED),
  answer: z
    .object({
      id: z.string().describe('Of the fact, in the journal and in its table.'),
      position: z.string().describe('End of the slot that the stream had reached then.'),
      time: Ms.describe('Stream time of the answer.'),
      askedAt: Ms.nullable().describe('Stream time of the ask; null of a fact whose id does not tell it.'),
      by: z.string().describe('Who answered: hosts, tables, or the simulated market.'),
    })
    .nullable()
    .describe(
      'The newest that counts, else the newest; null where none came: it was not asked yet, or nobody answered.',
    ),
  says: z.array(z.string()).describe('What it says, and why it leaves open what it leaves open.'),
});
export type WorldAnswer = z.infer<typeof WorldAnswer>;

/** A value that something is made of, and what is made of it. */
export const EvidenceInput = z.object({
  name: z.string(),
  value: z.union([z.number(), z.boolean(), z.string()]).nullable(),
  unit: z.string(),
  limit: Num.describe('What it is measured by; null where nothing is.'),
  from: Num.describe('The value at which it brings nothing yet; null of what has no scale.'),
  to: Num.describe('The value at which it brings all of its points; null of what has no scale.'),
  weight: Num.describe('Points that it can bring; null where it brings none.'),
  earned: Num.describe('Points that it brought; null where it brings none.'),
  basis,
  window: SpokenOf,
  told: TOLD,
  evidence: z.array(z.string()).describe('Of a finding, accounts and signatures that show it.'),
  signatures: z
    .array(z.string())
    .describe(
      'Transactions behind it, the newest and the largest of many, 5 at most; of a window those in it and the newest before it.',
    ),
});
export type EvidenceInput = z.infer<typeof EvidenceInput>;

export const EvidenceField = z.object({
  name: z
    .string()
    .describe("A token's field, or one of its place on a list: the list's name, a dot, and the field."),
  value: z
    .union([z.number(), z.boolean(), z.string(), z.array(z.union([z.number(), z.string()]).nullable())])
    .nullable()
    .describe('As the list says it; where that is a list of objects, how many, and they are the inputs.'),
  unit: Text,
  meaning: z.string(),
  window: SpokenOf,
  inputs: z.array(EvidenceInput),
  source: z
    .enum(['chain', 'world', 'rules'])
    .describe(
      'chain: told by transactions; world: by services around it; rules: made of the inputs by the rules.',
    ),
  told: TOLD,
  signatures: z
    .array(z.string())
    .describe(
      'Transactions behind it, the newest and the largest of many, 20 at most; of a window those in it and the newest before it.',
    ),
});
export type EvidenceField = z.infer<typeof EvidenceField>;

export const TokenEvidence = z.object({
  mint: z.string(),
  asOf: z.int().describe('Stream time of the measurement.'),
  position: z.string().describe('Place in the journal of the newest fact that it speaks of.'),
  shown: MeasuredPlace.nullable().describe(
    'The measurement that the lists and the token itself show, where that is another than this: fields and signatures are of what is stored. Null where it is this one.',
  ),
  storedTo: z
    .object({ position: z.string(), time: z.int().describe('Its chain time.') })
    .nullable()
    .describe(
      "Place of the token's newest fact in the tables, which are seconds behind the lists; null where none is stored. `position` is at or before it; where it is not, the token's first facts are still to be stored, and no signature names them.",
    ),
  answers: z.array(WorldAnswer).describe('What services around the chain said of it up to then.'),
  fields: z.array(EvidenceField),
});
export type TokenEvidence = z.infer<typeof TokenEvidence>;
