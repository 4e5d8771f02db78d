import { expect, it } from 'vitest';
import { fullReasonOf, PlainReason, publicReasonOf } from './reasons.js';

const failed = (message: string, more: object) => Object.assign(new Error(message), more);
const refused = failed('connect ECONNREFUSED 10.1.2.3:5432', { code: 'ECONNREFUSED' });
const denied = failed('password authentication failed for user "query_api"', { code: '28P01' });

it.each<[unknown, string, string]>([
  [refused, 'ECONNREFUSED', 'connect ECONNREFUSED 10.1.2.3:5432'],
  [denied, '28P01', 'password authentication failed for user "query_api" (28P01)'],
  [new AggregateError([refused, refused]), 'ECONNREFUSED', 'connect ECONNREFUSED 10.1.2.3:5432'],
  [new Error('away', { cause: refused }), 'ECONNREFUSED', 'connect ECONNREFUSED 10.1.2.3:5432'],
  [new Error('away', { cause: { bucket: 'of mine' } }), 'Error', 'away'],
  [new TypeError('host 10.1.2.3 is odd'), 'TypeError', 'host 10.1.2.3 is odd'],
  [failed('of 10.1.2.3', { code: 'user me' }), 'Error', 'of 10.1.2.3'],
  [new PlainReason('no answer within 5 ms'), 'no answer within 5 ms', 'no answer within 5 ms'],
  [new Error('away', { cause: new PlainReason('no bucket') }), 'no bucket', 'no bucket'],
  ['10.1.2.3', 'no answer', '10.1.2.3'],
])('is a code for anybody, and all there is for the log: %s', (error, forAnybody, forTheLog) => {
  expect([publicReasonOf(error), fullReasonOf(error)]).toEqual([forAnybody, forTheLog]);
});
