/** The failing source as its parent sees it. */
import type { SourceCommand, SourceMessage } from './fault-source.js';
import { startProcess } from './process.js';

/** 5 January 2026. */
const START_TIME_MS = Date.UTC(2026, 0, 5);

export type Source = {
  url: string;
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
}): Promise<Source> {
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
    START_TIME_MS: String(START_TIME_MS),
    ...(options.perSecond && { TRANSACTIONS_PER_SECOND: String(options.perSecond) }),
  });
  started.child.on('message', (message: Partial<SourceMessage>) => {
    if (message.played) played = message.played;
  });
  return {
    url: `http://${started.addresses.grpc}`,
    servicesUrl: started.addresses.http ?? '',
    played: () => played,
    command: (command) => started.child.send(command),
    stop: () => started.end(),
  };
}
