/** Column types as rows carry them: JSONEachRow, 64-bit integers as text. */
import { z } from 'zod';
import { FIRST_TIME_MS, LAST_TIME_MS } from '../chain/index.js';

export const Text = z.string();
export const OptionalText = z.string().nullable();
export const UInt64 = z.string().regex(/^\d{1,20}$/);
export const OptionalUInt64 = UInt64.nullable();
export const Int128 = z.string().regex(/^-?\d{1,39}$/);
export const OptionalInt128 = Int128.nullable();
export const Int = z.int().nonnegative();
export const OptionalInt = Int.nullable();
export const OptionalFloat = z.number().nullable();
export const Bool = z.boolean();
export const OptionalBool = z.boolean().nullable();
export const Texts = z.array(Text);
/** DateTime64(3, 'UTC') as ClickHouse writes and reads it: "2025-10-07 15:55:22.000". */
export const DateTime = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
export const OptionalDateTime = DateTime.nullable();

export const isStorableTime = (ms: number): boolean => ms >= FIRST_TIME_MS && ms <= LAST_TIME_MS;

/** Chain or stream time in ms as a column's text. */
export const dateTimeOf = (ms: number): string => new Date(ms).toISOString().slice(0, 23).replace('T', ' ');

/** The inverse of {@link dateTimeOf}. */
export const msOf = (dateTime: string): number => Date.parse(`${dateTime.replace(' ', 'T')}Z`);
