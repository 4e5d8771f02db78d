import type { LaunchpadEvent } from '../decode/events.js';

/** The fields of an event by its IDL name. */
export type FieldsOf<N extends LaunchpadEvent['name']> = Extract<LaunchpadEvent, { name: N }>['fields'];
