/** What every field of a token, and of its places on lists, is made of. */
import {
  type EvidenceField,
  type EvidenceInput,
  LISTS,
  type ListName,
  type ProfileName,
  placeSchemaOf,
  ScreenedToken,
  type TokenEvidence,
} from '@cryptonite/contracts/api';
import type { LayerAssessed } from '@cryptonite/contracts/events';
import { PATTERN_NAMES } from '@cryptonite/contracts/rules';
import { foundOf } from '../../screening/scores/found.js';
import { strengthsOf, ultimateStrengthsOf } from '../../screening/scores/strengths.js';
import { FIELD_MEASURES } from '../../screening/view/field-measures.js';
import { type Places, placesOf } from '../../screening/view/list-places.js';
import { toScreenedToken } from '../../screening/view/screened-token.js';
import type { KnownToken, StoredToken } from '../token-reader.js';
import { detailedRiskOf } from './detailed-risk.js';
import { detailedPatternsOf, detailedScoresOf } from './detailed-scores.js';
import {
  checkInput,
  type Follow,
  gateInput,
  measuredInput,
  placeInput,
  riskInputs,
  saidInputs,
  scoreInputs,
} from './evidence-inputs.js';
import { PLACE_SOURCES, type PlaceSource } from './place-sources.js';
import type { StoredAnswer } from './stored-answer.js';
import { type Source, TOKEN_SOURCES } from './token-sources.js';
import { type Signatures, signaturesOf, type Trace } from './traces.js';
import { windowAt } from './windows.js';
import { answersIn } from './world-answers.js';

/** Scores of what the market does are told by its trades and balances. */
const PART_TRACES: Record<NonNullable<Source['parts']>, readonly Trace[]> = {
  hype: ['trades1h', 'balances'],
  daily: ['trades1h', 'balances'],
  pattern: ['tradesLife', 'balances'],
  social: [],
  security: ['balances', 'trades1h'],
  ultimate: ['trades1h', 'trades24h', 'balances'],
  risk: ['balances', 'trades1h'],
  found: ['trades1h', 'balances'],
};

type Context = {
  known: KnownToken;
  profile: ProfileName;
  signatures: Signatures;
  inputsOf: (parts: NonNullable<Source['parts']>, isUltimate: boolean) => EvidenceInput[];
  follow: Follow;
};

/** The moments of which evidence wants to know the newest trade: first listings, and the alert. */
export function momentsOf({ shown, solPriceUsd }: KnownToken, profile: ProfileName): number[] {
  const places = placesOf(shown, profile, solPriceUsd);
  const moments = [shown.measurement.alertRaisedAt, ...Object.values(places).map(({ listedAt }) => listedAt)];
  return [...new Set(moments.filter((moment) => moment !== null))];
}

/** Findings about the creator's wallet name it. */
const OF_CREATOR = new Set(['creator', 'creatorSold', 'creatorDumped', 'insiderSold']);

/** Its creator's wallet, where a finding names it. */
export const creatorIn = (assessed: readonly LayerAssessed[]): string | null =>
  assessed
    .flatMap(({ findings }) => findings)
    .find(({ name, evidence }) => OF_CREATOR.has(name) && evidence.length > 0)?.evidence[0] ?? null;

/** The measurement that the lists show, where it is another. */
function shownApart({ shown: { measurement }, listed }: StoredToken): TokenEvidence['shown'] {
  if (listed === null || (listed.time === measurement.time && listed.position === measurement.position))
    return null;
  return { measuredAt: listed.time, position: listed.position };
}

export function evidenceOf(
  known: StoredToken,
  profile: ProfileName,
  signatures: Signatures,
  answers: readonly StoredAnswer[],
): TokenEvidence {
  const { shown, solPriceUsd } = known;
  const { measurement } = shown;
  const follow = followIn(known, signatures);
  const context = { known, profile, signatures, follow, inputsOf: partsOf(known, profile, follow) };
  const token = toScreenedToken(shown, solPriceUsd);
  const places = placesOf(shown, profile, solPriceUsd);
  return {
    mint: measurement.mint,
    asOf: measurement.time,
    position: measurement.position,
    shown: shownApart(known),
    storedTo: known.storedTo,
    answers: answersIn(answers, shown),
    fields: [
      ...Object.entries(token).map(([field, value]) => ofToken(context, field as keyof ScreenedToken, value)),
      ...(Object.entries(places) as [ListName, object][]).flatMap(([name, place]) =>
        Object.entries(place).map(([field, value]) => ofPlace(context, places, name, field, value)),
      ),
    ],
  };
}

/** Of an input. */
const INPUT_MOST = 5;

const followIn =
  ({ shown, firstHour }: KnownToken, signatures: Signatures): Follow =>
  ({ traces, window, isOfFirstHour, told = [] }) => ({
    told: [...told],
    window:
      isOfFirstHour && firstHour
        ? windowAt('1h', firstHour.matched.time)
        : window
          ? windowAt(window, shown.measurement.time)
          : null,
    signatures: signaturesOf(signatures, traces, null, INPUT_MOST),
  });

/** What scores are made of, told once for all fields that are made of them. */
function partsOf(known: KnownToken, profile: ProfileName, follow: Follow): Context['inputsOf'] {
  const { shown, assessed, firstHour } = known;
  const { measurement, scores, layers } = shown;
  const detailed = detailedScoresOf(measurement, scores, firstHour?.matched ?? null, profile);
  const [best] = detailedPatternsOf(measurement, firstHour, null);
  const bestPattern = PATTERN_NAMES.find((name) => name === best?.name) ?? null;
  const risk = detailedRiskOf(measurement, assessed);
  return (parts, isUltimate) => {
    switch (parts) {
      case 'pattern':
        return scoreInputs(follow, best ?? { parts: [] }, parts, bestPattern);
      case 'risk':
        return riskInputs(follow, risk);
      case 'found': {
        const strengths = scores ? (isUltimate ? ultimateStrengthsOf : strengthsOf)(scores) : [];
        return saidInputs(follow, strengths, foundOf(measurement, layers), risk);
      }
      default:
        return scoreInputs(follow, detailed[parts], parts, measurement.pattern);
    }
  };
}

function ofToken(context: Context, field: keyof ScreenedToken, value: unknown): EvidenceField {
  const { alertRaisedAt } = context.known.shown.measurement;
  return {
    ...madeOf(context, TOKEN_SOURCES[field], field === 'alertRaisedAt' ? alertRaisedAt : null, false),
    name: field,
    value: saidAs(value),
    ...wordsOf(TOKEN_SOURCES[field], ScreenedToken.shape[field].description, field, value),
  };
}

function ofPlace(
  context: Context,
  places: Places,
  name: ListName,
  field: string,
  value: unknown,
): EvidenceField {
  const source = PLACE_SOURCES[LISTS[name].kind][field] ?? { source: 'rules' };
  const place = places[name];
  const made = madeOf(
    context,
    source,
    source.isSinceListing && place ? place.listedAt : null,
    LISTS[name].kind.startsWith('ultimate'),
  );
  const shape: Readonly<Record<string, { description?: string | undefined }>> = placeSchemaOf(name).shape;
  return {
    ...made,
    inputs: [...made.inputs, ...judgedIn(context, source, place)],
    name: `${name}.${field}`,
    value: saidAs(value),
    ...wordsOf(source, shape[field]?.description, field, value),
  };
}

function judgedIn(
  { profile, follow }: Context,
  { judged, isSinceListing }: PlaceSource,
  place: Places[ListName],
): EvidenceInput[] {
  if (!place) return [];
  if (judged === 'checks' && 'checks' in place) return place.checks.map((check) => checkInput(follow, check));
  if (judged === 'gates' && 'gates' in place)
    return place.gates.map((gate) => gateInput(follow, profile, gate));
  if (!isSinceListing) return [];
  const { listedAt, initialMarketCap } = place;
  return [placeInput('listedAt', listedAt, 'time'), placeInput('initialMarketCap', initialMarketCap, 'USD')];
}

function madeOf(
  { known, signatures, inputsOf }: Context,
  { source, traces = [], window, of = [], parts, told = [] }: Source,
  moment: number | null,
  isUltimate: boolean,
): Pick<EvidenceField, 'window' | 'inputs' | 'source' | 'told' | 'signatures'> {
  const { shown, solPriceUsd } = known;
  return {
    source,
    told: [...told],
    window: window ? windowAt(window, shown.measurement.time) : null,
    inputs: [
      ...of.map((name) => measuredInput(shown.measurement, solPriceUsd, name)),
      ...(parts ? inputsOf(parts, isUltimate) : []),
    ],
    signatures: signaturesOf(signatures, [...traces, ...(parts ? PART_TRACES[parts] : [])], moment),
  };
}

/** What a field says of itself goes before what the list of measures says of its name. How many of a list has no unit. */
function wordsOf(
  source: Source,
  description: string | undefined,
  field: string,
  value: unknown,
): { unit: string | null; meaning: string } {
  const measure = FIELD_MEASURES.get(field);
  const ofMeasure = description === undefined && !isOfObjects(value) ? measure?.unit : undefined;
  return { unit: source.unit ?? ofMeasure ?? null, meaning: description ?? measure?.meaning ?? '' };
}

const isOfObjects = (value: unknown): value is object[] =>
  Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null);

type Said = EvidenceField['value'];

/** A list of objects as how many they are: they are the inputs. An object by what it is called. */
function saidAs(value: unknown): Said {
  if (isOfObjects(value)) return value.length;
  if (Array.isArray(value)) return value as Said;
  if (typeof value !== 'object' || value === null) return (value ?? null) as Said;
  return 'name' in value ? String(value.name) : JSON.stringify(value);
}
