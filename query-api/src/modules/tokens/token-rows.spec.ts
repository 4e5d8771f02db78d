import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { expect, it } from 'vitest';
import { ProblemError } from '../../platform/http/problem.js';
import { TokenRows } from './token-rows.js';

const refusing = (error: Error) =>
  new TokenRows({ query: () => Promise.reject(error) } as unknown as ClickHouseClient);
const refusal = (type: string) => new ClickHouseError({ message: 'refused', code: '1', type });

it.each(['TIMEOUT_EXCEEDED', 'MEMORY_LIMIT_EXCEEDED', 'TOO_MANY_SIMULTANEOUS_QUERIES'])(
  'what ClickHouse refuses with %s may be had at another time',
  async (type) => {
    await expect(refusing(refusal(type)).rows('', {})).rejects.toMatchObject({
      code: 'store_unavailable',
      headers: { 'Retry-After': '5' },
    });
  },
);

it('what it cannot understand is a fault of ours', async () => {
  const error = await refusing(refusal('UNKNOWN_IDENTIFIER'))
    .rows('', {})
    .catch((thrown) => thrown);
  expect(error).not.toBeInstanceOf(ProblemError);
});
