import { jsonCodec } from '../codecs/index.js';
import { JournalRecord } from './journal-record.js';

/** Journal records to and from their wire form. */
export const { decode: decodeJournalRecord, encode: encodeJournalRecord } = jsonCodec(JournalRecord);
