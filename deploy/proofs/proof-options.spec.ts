import { expect, it } from 'vitest';
import { oneOf, parseOptions, refuseStores, wholeNumber } from './proof-options.js';

const rules = { events: wholeNumber(500, 100), broker: oneOf('standalone', 'kafka') };

it('reads what is given and takes the rest by default', () => {
  expect(parseOptions(rules, [])).toEqual({ events: 500, broker: 'standalone' });
  expect(parseOptions(rules, ['--events', '100', '--broker', 'kafka'])).toEqual({
    events: 100,
    broker: 'kafka',
  });
});

it.each([
  [['--events', '99'], '--events 99 is not accepted: it takes a whole number from 100.'],
  [['--events', '1e4'], '--events 1e4 is not accepted'],
  [['--broker', 'rabbit'], '--broker rabbit is not accepted: it takes standalone or kafka.'],
  [['--speed', '3'], '--speed 3 is not accepted: the options are --events, --broker, each with a value.'],
  [['--events'], 'the options are --events, --broker'],
])('refuses %j in one line', (args, line) => {
  expect(() => parseOptions(rules, args)).toThrow(line);
});

it('refuses stores outside, by name', () => {
  expect(refuseStores({ KAFKA_BROKERS: '', CLICKHOUSE_URL: 'http://elsewhere:8123' })).toMatch(
    /^CLICKHOUSE_URL must not be set: /,
  );
  expect(refuseStores({ KAFKA_BROKERS: 'elsewhere:9092' })).toMatch(/^KAFKA_BROKERS must not be set: /);
  expect(refuseStores({ KAFKA_BROKERS: '' })).toBeNull();
});

it('refuses what is above the most that it takes', () => {
  const cases = { cases: wholeNumber(400, 1, 20_000) };
  expect(parseOptions(cases, ['--cases', '20000'])).toEqual({ cases: 20_000 });
  expect(() => parseOptions(cases, ['--cases', '20001'])).toThrow(
    '--cases 20001 is not accepted: it takes a whole number from 1 to 20000.',
  );
});
