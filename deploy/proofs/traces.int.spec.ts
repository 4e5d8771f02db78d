/** What a collector is told of a record on its way from the chain to the page. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Product, startProduct, until } from './product.js';
import { type Source, startSource } from './source.js';

const LIMIT_MS = 240_000;

const Id = z.string().min(1);
const Nano = z.coerce.bigint();
const Span = z.object({
  traceId: Id,
  spanId: Id,
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: Nano,
  endTimeUnixNano: Nano,
  attributes: z.array(z.object({ key: z.string() })),
});
/** OTLP over HTTP, as JSON. */
const Told = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({
        attributes: z.array(
          z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) }),
        ),
      }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

const spans: (z.output<typeof Span> & { service: string | undefined })[] = [];
const collector = createServer(async (request, response) => {
  const told = Told.parse(JSON.parse(Buffer.concat(await request.toArray()).toString()));
  for (const { resource, scopeSpans } of told.resourceSpans) {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
    for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
  }
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
});

let source: Source;
let product: Product;
beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  source = await startSource({ seed: 3, transactions: 4_000, perSecond: 400 });
  product = await startProduct(['--source', source.url, '--sol-price', '150'], undefined, {
    TRACES_URL: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    TRACES_SHARE: '0.5',
  });
}, LIMIT_MS);
afterAll(async () => {
  await product?.stop();
  await source?.stop();
  collector.close();
});

it('is a span in each service, each the child of the one before', { timeout: LIMIT_MS }, async () => {
  const [journal, fold, event] = await until(
    'a trace has reached the page',
    () => {
      for (const last of spans.filter(({ name }) => name === 'event')) {
        const parent = spans.find(({ spanId }) => spanId === last.parentSpanId);
        const root = spans.find(({ spanId }) => spanId === parent?.parentSpanId);
        if (parent && root) return [root, parent, last] as const;
      }
      return null;
    },
    LIMIT_MS,
  );
  expect([journal, fold, event].map(({ service, name }) => [service, name])).toEqual([
    ['ingest', 'journal'],
    ['screener', 'fold'],
    ['query-api', 'event'],
  ]);
  expect(new Set([journal, fold, event].map(({ traceId }) => traceId)).size).toBe(1);
  expect(journal.parentSpanId ?? '').toBe('');
  expect(journal.attributes.map(({ key }) => key)).toContain('slot');
  for (const span of [journal, fold, event])
    expect(span.endTimeUnixNano).toBeGreaterThanOrEqual(span.startTimeUnixNano);
  expect(fold.startTimeUnixNano).toBeGreaterThanOrEqual(journal.startTimeUnixNano);
  expect(event.startTimeUnixNano).toBeGreaterThanOrEqual(fold.startTimeUnixNano);
});
