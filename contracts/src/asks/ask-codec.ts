import { jsonCodec } from '../codecs/index.js';
import { AskRecord } from './ask.js';

/** Records of `tokens.asks` to and from their wire form. */
export const { decode: decodeAsk, encode: encodeAsk } = jsonCodec(AskRecord);
