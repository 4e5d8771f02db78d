import { jsonCodec } from '../codecs/index.js';
import { ScreeningEvent } from './screening.js';

/** Screening events to and from their wire form. */
export const { decode: decodeScreeningEvent, encode: encodeScreeningEvent } = jsonCodec(ScreeningEvent);
