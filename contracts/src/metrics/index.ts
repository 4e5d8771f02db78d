/** What each service tells of itself at `/metrics`: the name, the kind, what it means and in which unit. */
import { z } from 'zod';

type Declared = {
  kind: 'counter' | 'gauge' | 'histogram';
  /** Its meaning, and its unit where it counts no things. */
  help: string;
  labels?: readonly string[];
  /** Upper bounds of a histogram. */
  buckets?: readonly number[];
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export const METRICS = {
  ingest: {
    ingest_slots_total: { kind: 'counter', help: 'Confirmed slots taken from the source.' },
    ingest_facts_total: {
      kind: 'counter',
      help: 'Facts of tokens taken from transactions, by kind.',
      labels: ['kind'],
    },
    ingest_gaps_total: { kind: 'counter', help: 'Stretches of slots that the source did not send.' },
    ingest_dead_letters_total: { kind: 'counter', help: 'Pieces that could not be read.' },
    ingest_slot_time_seconds: {
      kind: 'gauge',
      help: 'Block time of the newest confirmed slot, seconds since 1970.',
    },
    ingest_followed_accounts: {
      kind: 'gauge',
      help: 'Token accounts that the stream follows beside the launchpads.',
    },
    ingest_rpc_requests_total: {
      kind: 'counter',
      help: 'Requests to endpoints of an RPC that is the source, by host.',
      labels: ['host'],
    },
    ingest_rpc_failures_total: {
      kind: 'counter',
      help: 'Requests that these failed to answer, or answered with what is of no use, by host.',
      labels: ['host'],
    },
    ingest_rpc_bytes_total: {
      kind: 'counter',
      help: 'Bytes that these answered and told, as they were unpacked, by host.',
      labels: ['host'],
    },
    ingest_backlog_records: { kind: 'gauge', help: 'Records that wait for the broker.' },
    ingest_publish_seconds: {
      kind: 'histogram',
      help: 'How long one send to the journal took, seconds.',
      buckets: SECONDS,
    },
  },
  screener: {
    screener_records_total: { kind: 'counter', help: 'Records of the journal that were folded.' },
    screener_outputs_total: {
      kind: 'counter',
      help: 'Records that were put out, by topic, states included.',
      labels: ['topic'],
    },
    screener_partitions: { kind: 'gauge', help: 'Partitions of the journal that this process holds.' },
    screener_lag_records: {
      kind: 'gauge',
      help: 'Records of a partition that were not read when the newest batch came.',
      labels: ['partition'],
    },
    screener_reloads_total: {
      kind: 'counter',
      help: 'Times a partition was given up and read again from what is committed.',
    },
    screener_commit_seconds: {
      kind: 'histogram',
      help: 'How long the transaction of a batch took, seconds.',
      buckets: SECONDS,
    },
  },
  sink: {
    sink_rows_total: { kind: 'counter', help: 'Rows stored, by table.', labels: ['table'] },
    sink_ranges_total: { kind: 'counter', help: 'Ranges of offsets stored whole.' },
    sink_dead_letters_total: { kind: 'counter', help: 'Records and rows that could not be stored.' },
    sink_lag_records: {
      kind: 'gauge',
      help: 'Records of a partition that were not read when the newest batch came.',
      labels: ['topic', 'partition'],
    },
    sink_retries_total: { kind: 'counter', help: 'Inserts that failed and are made again.' },
    sink_insert_seconds: {
      kind: 'histogram',
      help: 'How long one insert took, seconds.',
      buckets: SECONDS,
    },
  },
  enrichers: {
    enrichers_asks_total: { kind: 'counter', help: 'Asks that came, by what is asked.', labels: ['what'] },
    enrichers_answers_total: {
      kind: 'counter',
      help: 'Answers written into the journal, by what was asked.',
      labels: ['what'],
    },
    enrichers_failures_total: {
      kind: 'counter',
      help: 'Asks that nobody answered, by what was asked.',
      labels: ['what'],
    },
    enrichers_answer_seconds: {
      kind: 'histogram',
      help: 'How long an ask was in hand, seconds, by what was asked.',
      labels: ['what'],
      buckets: SECONDS,
    },
  },
  'query-api': {
    query_api_requests_total: {
      kind: 'counter',
      help: 'Requests that were answered, by method and status.',
      labels: ['method', 'status'],
    },
    query_api_request_seconds: {
      kind: 'histogram',
      help: 'How long a request took until its answer was whole, seconds; streams are none.',
      buckets: SECONDS,
    },
    query_api_streams: { kind: 'gauge', help: 'Streams of events that are open.' },
    query_api_stream_delay_seconds: {
      kind: 'histogram',
      help: 'From the first change of those written together to their writing to the streams, seconds.',
      buckets: SECONDS,
    },
    query_api_store_up: {
      kind: 'gauge',
      help: '1 while a store or service answers, 0 while it does not, by its name.',
      labels: ['store'],
    },
  },
} as const satisfies Record<string, Record<string, Declared>>;

export type MeteredService = keyof typeof METRICS;

const PORT = 'must be a port, 0 for a free one';

/** Where a service answers `/metrics`, `/live` and `/ready`; nowhere without a port. */
export const metricsVariables = {
  METRICS_PORT: z.coerce.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** With it `/metrics` is answered to who brings it: `Authorization: Bearer <token>`. */
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,512}$/, 'must be a token of 16 characters or more, without spaces')
    .optional(),
};
