import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LAYOUT_NAMES, type LayoutName, NEWEST_LAYOUT } from '@cryptonite/market/layouts.js';
import { PAST_MINUTES } from '@cryptonite/market/past.js';

export type SourceOption =
  | { kind: 'market' }
  | { kind: 'tape'; file: string }
  | { kind: 'provider'; url: string }
  /** Endpoints of a Solana RPC; keys may stand in their addresses. */
  | { kind: 'rpc'; urls: string[] };

export type Options = {
  dataDir: string;
  source: SourceOption;
  /** How fast a tape plays. */
  speed: '1' | '10' | 'max';
  /** How busy the simulated market is; `max`: its time runs as fast as it is read. */
  rate: '1x' | '10x' | 'max';
  /** How the simulated market's programs speak: as in this month. */
  layout: LayoutName;
  /** USD per SOL as a decimal string, or null: then the market's price, or none. */
  solPriceUsd: string | null;
  seed: string;
  /** Of the simulated market. */
  pastMinutes: string;
  port: number;
  historyLimitBytes: number;
};

/** A mistake of the person who typed the command: shown as it is, without a stack. */
export class UsageError extends Error {}

export const USAGE = `npm start -- [options]
  --data <folder>        where everything is kept (default .data)
  --source market        a simulated market (default)
  --source tape:<file>   plays recorded updates
  --source https://…     a Yellowstone provider; its token in YELLOWSTONE_TOKEN
  --source wss://…       a Solana RPC, or several separated by commas; RPC_KEY stands for {key} in an address,
                         RPC_REQUESTS_PER_SECOND what each may be asked (default 8): docs/provider.md
  --speed 1|10|max       how fast a tape plays (default 1)
  --rate 1x|10x|max      how busy the simulated market is (default 1x, about 100 trades a second)
  --layout <month>       its programs speak as in that month: ${LAYOUT_NAMES.slice(0, 4).join(', ')},
                         ${LAYOUT_NAMES.slice(4).join(', ')} (default the last)
  --seed <number>        of the simulated market (default 7)
  --past <minutes>       how much past a new market begins with (default 40), which is read before the page is live
  --sol-price <usd>      dollars per SOL, where the source brings no price
  --port <number>        of the page (default 4000; a free one when it is taken; with 0 all ports are free ones)
  --history-gb <number>  history kept on disk, the oldest goes first (default 5)
Stores of your own are used where the environment names them: KAFKA_BROKERS (KAFKA_USERNAME, KAFKA_PASSWORD),
CLICKHOUSE_URL (CLICKHOUSE_USER, CLICKHOUSE_PASSWORD, CLICKHOUSE_DATABASE; for what only reads
CLICKHOUSE_READER_USER, CLICKHOUSE_READER_PASSWORD), POSTGRES_URL (of query-api POSTGRES_API_URL), S3_ENDPOINT (with
S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; S3_REGION, S3_BUCKET).`;

/** Options that mean nothing to other sources. */
const ONLY_FOR = { speed: 'tape', rate: 'market', layout: 'market', seed: 'market', past: 'market' } as const;

/** Reads the command line. Throws {@link UsageError} with what was wrong and what is accepted. */
export function readOptions(argv: string[], env: NodeJS.ProcessEnv = {}): Options | 'help' {
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({
      args: argv,
      options: {
        data: { type: 'string', default: '.data' },
        source: { type: 'string', default: 'market' },
        speed: { type: 'string', default: '1' },
        rate: { type: 'string', default: '1x' },
        layout: { type: 'string', default: NEWEST_LAYOUT },
        seed: { type: 'string', default: '7' },
        past: { type: 'string', default: String(PAST_MINUTES) },
        'sol-price': { type: 'string' },
        port: { type: 'string', default: '4000' },
        'history-gb': { type: 'string', default: '5' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    // What Node appends speaks of other commands.
    const [what] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(`${what}: npm start -- --help lists what is accepted.`);
  }
  if (values.help) return 'help';
  const text = (name: string) => String(values[name]).slice(0, 4_096);
  const matching = (name: string, pattern: RegExp, accepted: string) => {
    if (!pattern.test(text(name)))
      throw new UsageError(`--${name} ${text(name)} is not accepted: it takes ${accepted}.`);
    return text(name);
  };
  const source = readSource(text('source'), env.RPC_KEY);
  const options: Options = {
    dataDir: resolve(matching('data', /^[^\0]+$/, 'a folder')),
    source,
    speed: matching('speed', /^(1|10|max)$/, '1, 10 or max') as Options['speed'],
    rate: matching('rate', /^(1x|10x|max)$/, '1x, 10x or max') as Options['rate'],
    layout: matching(
      'layout',
      new RegExp(`^(${LAYOUT_NAMES.join('|')})$`),
      LAYOUT_NAMES.join(', '),
    ) as LayoutName,
    seed: matching('seed', /^\d{1,9}$/, 'a whole number up to 999999999'),
    pastMinutes: matching('past', /^[1-9]\d{0,3}$/, 'minutes from 1 to 9999'),
    solPriceUsd:
      values['sol-price'] === undefined
        ? null
        : matching('sol-price', /^\d{1,7}(\.\d{1,9})?$/, 'dollars as a plain decimal, such as 150.25'),
    port: readPort(matching('port', /^\d{1,5}$/, 'a port from 0 to 65535')),
    historyLimitBytes: readHistory(matching('history-gb', /^\d{1,5}(\.\d+)?$/, 'gigabytes, 0.5 or more')),
  };
  for (const [name, kind] of Object.entries(ONLY_FOR))
    if (argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)) && source.kind !== kind)
      throw new UsageError(
        `--${name} is for ${kind === 'tape' ? 'a tape' : 'the market'}, not for --source ${source.kind === 'rpc' ? wordsForRpc(source) : text('source')}.`,
      );
  return options;
}

/** Without what may be a key. */
export const wordsForRpc = ({ urls }: { urls: readonly string[] }): string =>
  urls.map((url) => `${new URL(url).protocol}//${new URL(url).host}`).join(',');

function readRpc(text: string, key: string | undefined): SourceOption {
  if (text.includes('{key}') && !key)
    throw new UsageError('--source has {key} in its address: the key itself goes into RPC_KEY.');
  const urls = text.split(',').map((each) => each.replaceAll('{key}', encodeURIComponent(key ?? '')));
  for (const [index, url] of urls.entries()) {
    const { protocol, username, password } = URL.canParse(url) ? new URL(url) : { protocol: '' };
    // It is not repeated: there may be a key in it.
    if (!/^wss?:$/.test(protocol))
      throw new UsageError(
        `--source takes addresses of an RPC that begin with wss:// or ws://, separated by commas and nothing else; ${urls.length > 1 ? `the one at place ${index + 1}` : 'this'} is none.`,
      );
    if (username || password)
      throw new UsageError(
        '--source takes an address without a user: a key goes into RPC_KEY, and {key} into the address.',
      );
  }
  return { kind: 'rpc', urls };
}

function readSource(text: string, rpcKey: string | undefined): SourceOption {
  if (text === 'market') return { kind: 'market' };
  if (text.startsWith('tape:') && text.length > 5) return { kind: 'tape', file: resolve(text.slice(5)) };
  if (/^https?:\/\//.test(text) && URL.canParse(text)) {
    if (text.includes('{key}'))
      throw new UsageError(
        '--source has {key} in its address, as that of an RPC, which begins with wss://; the token of a Yellowstone provider goes into YELLOWSTONE_TOKEN.',
      );
    const { username, password } = new URL(text);
    // The address is printed, a token is not.
    if (username !== '' || password !== '')
      throw new UsageError(
        '--source takes an address without a user: the token goes into YELLOWSTONE_TOKEN.',
      );
    return { kind: 'provider', url: text };
  }
  if (/^wss?:/i.test(text)) return readRpc(text, rpcKey);
  throw new UsageError(
    `--source ${text} is not accepted: it takes market, tape:<file>, the https:// address of a Yellowstone provider or the wss:// address of an RPC.`,
  );
}

function readPort(text: string): number {
  const port = Number(text);
  if (port > 65_535) throw new UsageError(`--port ${text} is not accepted: it takes a port from 0 to 65535.`);
  return port;
}

function readHistory(text: string): number {
  const gigabytes = Number(text);
  if (gigabytes < 0.5)
    throw new UsageError(`--history-gb ${text} is not accepted: it takes gigabytes, 0.5 or more.`);
  return Math.floor(gigabytes * 1e9);
}
