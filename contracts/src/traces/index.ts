/**
 * What became of an update on its way from the chain to the page, told to a collector: a trace for each record of the journal that is
 * sampled, with a span in each service that it goes through. Off unless `TRACES_URL` names a collector, and then nothing of it is loaded.
 */
import type { Span } from '@opentelemetry/api';
import { z } from 'zod';

const SHARE = 'must be a share from 0 to 1';

export const tracesVariables = {
  /** A collector of OpenTelemetry that takes OTLP over HTTP, such as http://collector:4318. */
  TRACES_URL: z.url({ protocol: /^https?$/, error: 'must be http://host:port' }).optional(),
  /** Of the records of the journal; whoever comes later follows what ingest has chosen. */
  TRACES_SHARE: z.coerce.number(SHARE).min(0, SHARE).max(1, SHARE).default(0.001),
};

/** Of a Kafka record: the span that it comes from, as W3C Trace Context writes it. Several where it was made of several, after commas. */
export const TRACE_HEADER = 'traceparent';
/** Of one record; those of more are as good as these. */
const PARENTS_MOST = 16;
/** A collector that is silent holds nobody's end up: a service is given 5 s and more. */
const SENT_WITHIN_MS = 2_000;

export type OpenSpan = {
  /** What a record that comes from it says in {@link TRACE_HEADER}. */
  readonly traceparent: string;
  end: () => void;
};

export type Traces = {
  /** The beginning of a trace; null where it is not sampled. `startMs`: Unix time. */
  begin: (
    name: string,
    startMs: number,
    attributes: Readonly<Record<string, string | number>>,
  ) => OpenSpan | null;
  /** Goes on with each trace that a record's header names; none where it has none, or one that cannot be read. */
  goOn: (name: string, startMs: number, header: Buffer | string | undefined) => OpenSpan[];
  /** Sends what is not yet sent, where the collector takes it in time. */
  close: () => Promise<void>;
};

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

const writeParent = (span: Span): string => {
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
};

/** The header of a record that was made of what these spans stand for; undefined where there are none. */
export const traceHeader = (spans: readonly OpenSpan[]): string | undefined =>
  spans.length === 0
    ? undefined
    : spans
        .slice(0, PARENTS_MOST)
        .map(({ traceparent }) => traceparent)
        .join(',');

/** @returns null where no collector is named */
export async function openTraces(
  service: string,
  { TRACES_URL: url, TRACES_SHARE: share }: { TRACES_URL?: string | undefined; TRACES_SHARE: number },
): Promise<Traces | null> {
  if (url === undefined) return null;
  const [api, { OTLPTraceExporter }, sdk, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
  ]);
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        new OTLPTraceExporter({
          url: new URL('v1/traces', `${url.replace(/\/$/, '')}/`).href,
          timeoutMillis: SENT_WITHIN_MS,
        }),
      ),
    ],
  });
  const tracer = provider.getTracer('cryptonite');
  const opened = (span: Span): OpenSpan => ({ traceparent: writeParent(span), end: () => span.end() });
  return {
    begin(name, startTime, attributes) {
      const span = tracer.startSpan(name, { startTime, attributes, root: true });
      return span.isRecording() ? opened(span) : null;
    },
    goOn: (name, startTime, header) =>
      (header?.toString() ?? '').split(',', PARENTS_MOST).flatMap((parent) => {
        const [, traceId, spanId] = TRACEPARENT.exec(parent) ?? [];
        if (!traceId || !spanId) return [];
        const from = api.trace.setSpanContext(api.ROOT_CONTEXT, {
          traceId,
          spanId,
          traceFlags: api.TraceFlags.SAMPLED,
          isRemote: true,
        });
        return [opened(tracer.startSpan(name, { startTime }, from))];
      }),
    // Spans that a collector did not take are lost, and keep nobody from ending.
    close: () => provider.shutdown().catch(() => {}),
  };
}
