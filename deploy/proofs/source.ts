/** The failing source as its parent sees it. */
import type { SourceCommand, SourceMessage } from './fault-source.js';
import { startProcess } from './process.js';

/** 5 January 2026. */
const START_TIME_MS = Date.UTC(2026, 0, 5);

/** Yellowstone, or the RPC of the same market. */
export type SourceKind = 'grpc' | 'wss';

/** Its time runs faster than the clock, and so do its slots. */
export const RPC_BUDGET = { RPC_REQUESTS_PER_SECOND: '5000' };

export type Source = {
  url: string;
  /** What an ingest beside the product's is told of it. */
  ingest: Record<string, string>;
  /** Where the services of its market answer. */
  servicesUrl: string;
  played: () => SourceMessage['played'];
  command: (command: SourceCommand) => void;
  stop: () => Promise<void>;
};

/** Serves a market of so many transactions, `perSecond` of them at most; without it, as fast as they are read. */
export async function startSource(options: {
  seed: number;
  transactions: number;
  perSecond?: number;
  kind?: SourceKind;
}): Promise<Source> {
  const { kind = 'grpc' } = options;
  let played: SourceMessage['played'] = {
    transactions: 0,
    slot: 0,
    timeMs: 0,
    isOver: false,
    forks: 0,
    late: [],
  };
  const started = await startProcess('source', {
    SEED: String(options.seed),
    TRANSACTIONS: String(options.transactions),
    KIND: kind,
    START_TIME_MS: String(START_TIME_MS),
    ...(options.perSecond && { TRANSACTIONS_PER_SECOND: String(options.perSecond) }),
  });
  started.child.on('message', (message: Partial<SourceMessage>) => {
    if (message.played) played = message.played;
  });
  const { grpc, http = '' } = started.addresses;
  const url = kind === 'grpc' ? `http://${grpc}` : http.replace('http:', 'ws:');
  return {
    url,
    ingest: kind === 'grpc' ? { YELLOWSTONE_URL: url } : { RPC_URLS: url, ...RPC_BUDGET },
    servicesUrl: started.addresses.http ?? '',
    played: () => played,
    command: (command) => started.child.send(command),
    stop: () => started.end(),
  };
}
