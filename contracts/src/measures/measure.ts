/** What a measure is: one column of a measurement. */

/** ClickHouse's types that a row's bytes are written in. An enum's names are its codes in their order, from 0. */
export type MeasureType =
  | 'String'
  | 'Bool'
  | 'UInt8'
  | 'UInt16'
  | 'UInt32'
  | 'Float64'
  | 'Nullable(Float64)'
  | 'Nullable(UInt32)'
  | 'Nullable(Bool)'
  | 'DateTime64'
  | 'Nullable(DateTime64)'
  | readonly string[];

export type Measure = {
  name: string;
  type: MeasureType;
  /** Of the value: `percent`, `USD`, `quote` (whole units of the token's quote), `time` (ms since 1970), `bits`; else what is counted. */
  unit: string;
  /** Its definition, as analysts read it: column comment and API description alike. */
  meaning: string;
  /** The fields of the API that carry it; a field's description is its meaning. */
  shown: readonly string[];
  /** The schema of rows that had it first. */
  since: number;
  /** The schema from which on its value may be null; before, its rows have the type inside of `Nullable`. */
  nullableSince?: number;
};

/** A measure in few words. */
export const of = <const Name extends string, const Type extends MeasureType>(
  name: Name,
  type: Type,
  unit: string,
  meaning: string,
  shown: readonly string[] = [],
  since = 1,
) => ({ name, type, unit, meaning, shown, since });

/** Of a measure in the rows of a schema. */
export function typeIn({ type, nullableSince = 0 }: Measure, schema: number): MeasureType {
  const inner = typeof type === 'string' ? innerOf(type) : null;
  return inner !== null && schema < nullableSince ? inner : type;
}

export const innerOf = (type: string): MeasureType | null =>
  (/^Nullable\((.*)\)$/.exec(type)?.[1] as MeasureType | undefined) ?? null;

type TextOf<Name> = Name extends '' ? null : Name;

/** A value in code. Where an enum names nothing, with `''`, it is null. */
export type ValueOf<Type> = Type extends readonly (infer Name)[]
  ? TextOf<Name>
  : Type extends `Nullable(${infer Inner})`
    ? ValueOf<Inner> | null
    : Type extends 'String'
      ? string
      : Type extends 'Bool'
        ? boolean
        : number;

/** The column of a measure: `buySellRatio5m` is `buy_sell_ratio_5m`. */
export const columnOf = (name: string): string =>
  name.replace(/(\d+[mh])(?=[A-Z]|$)/g, '_$1').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The type of its column in ClickHouse. */
export function columnTypeOf(type: MeasureType): string {
  if (typeof type === 'string') return type.replace('DateTime64', "DateTime64(3, 'UTC')");
  return `Enum8(${type.map((name, code) => `'${name}' = ${code}`).join(', ')})`;
}
