import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Regime } from './agents/pace.js';
import type { LayoutName } from './layouts.js';

export const FORMATS = ['journal', 'tape', 'topic', 'rowbinary'] as const;
export type Format = (typeof FORMATS)[number];

export interface GenerateOptions {
  seed: number;
  launches: number;
  regime: Regime;
  /** How the programs speak: the newest layout unless told otherwise. */
  layout?: LayoutName;
  /** A folder for the truth about each launch; null writes none. */
  truthDir: string | null;
  /**
   * The updates as a tape; the journal records that ingest makes of them, one a line; these in a broker's journal; or
   * the rows of the raw tables.
   */
  format: Format;
  /** Where the raw tables are written, a file each; only for `rowbinary`. */
  tablesDir?: string;
}

/** What a process used until its end. */
export interface Usage {
  cpuMs: number;
  maxMemoryBytes: number;
}

/** What generation made and cost. */
export interface Generated extends Usage {
  transactions: number;
  failed: number;
  /** Bytes of the updates that a subscriber is sent. */
  bytes: number;
  /** Of ingest, where it made the journal. */
  ingest: Usage | null;
}

export interface Generation {
  output: Readable;
  /** Rejects where a process failed. */
  ended: Promise<Generated>;
}

/** Usage of this process. */
export function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, maxMemoryBytes: process.resourceUsage().maxRSS * 1_024 };
}

/**
 * Garbage is collected when a heap is 1.6 times its live part, where V8 by itself lets it grow to four times that, and
 * what lives is moved together then: left where it is, it holds pages that are empty by two thirds.
 */
export const HEAP_FLAGS = ['--heap-growing-percent=60', '--compact-on-every-full-gc'];

const GENERATOR = fileURLToPath(new URL('./generate-main.js', import.meta.url));

/** Plays a market of a fixed size in a process of its own. */
export function generate(options: GenerateOptions): Generation {
  const { seed, launches, regime, layout, truthDir, format, tablesDir } = options;
  const generator = fork(GENERATOR, [], {
    env: {
      ...process.env,
      SEED: String(seed),
      LAUNCHES: String(launches),
      REGIME: regime,
      FORMAT: format,
      ...(layout !== undefined && { LAYOUT: layout }),
      ...(truthDir !== null && { TRUTH_DIR: truthDir }),
      ...(tablesDir !== undefined && { TABLES_DIR: tablesDir }),
    },
    execArgv: HEAP_FLAGS,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let told: Generated | null = null;
  generator.once('message', (message) => {
    told = message as Generated;
  });
  const ended = once(generator, 'exit').then(([code, signal]) => {
    if (code !== 0 || told === null) throw new Error(`the market ended with ${signal ?? `status ${code}`}`);
    return told;
  });
  return { output: generator.stdout!, ended };
}
