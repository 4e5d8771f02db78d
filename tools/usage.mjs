// What each command takes, by the file that it runs. `--help` prints it, and a word that is not accepted does too, before
// anything is installed, built or started. `npm start` and `npm run market` say their own.
import { parseArgs } from 'node:util';

const SEED = ['<number>', 'equal seeds, equal runs'];
const seed = (number) => ({ seed: [SEED[0], `${SEED[1]} (default ${number})`] });
const events = (number) => ({ events: ['<number>', `facts of the market, at least (default ${number})`] });

/**
 * By file: the command, what it does, `words` where it takes some besides options, and each option with what it takes, null for
 * one that takes nothing, and what it is.
 */
export const USAGES = {
  'tools/test.mjs': {
    command: 'npm test',
    does: 'Runs the checks, and unit, integration and browser tests; of a suite named, that alone.',
    words: '[unit|int|e2e]',
    options: {},
  },
  'tools/nodes.mjs': {
    command: 'npm run test:nodes',
    does: 'Runs the unit tests and a start on each Node, of 20, 22, 24 and 26 or those named.',
    words: '[20|22|24|26 …]',
    options: {},
  },
  'tools/licences.mjs': {
    command: 'npm run licences',
    does: 'Lists the packages of others by their licence, the rarest first.',
    options: {},
  },
  'tools/holes.mjs': {
    command: 'npm run holes',
    does: 'Lists the published advisories that the installed versions of packages are of.',
    options: {},
  },
  'tools/bench.mjs': {
    command: 'npm run bench',
    does: 'Measures, by every bench or those named; what stands behind a second -- is for the bench.',
    words: '[<name> …] [-- <arguments of the bench>]',
    options: {
      json: [null, 'prints JSON, not a table'],
      busy: [null, 'keeps one core occupied meanwhile'],
    },
  },
  'ingest/dist/decode-cli/main.js': {
    command: 'npm run decode',
    does: 'Prints what transactions say, one JSON line per event.',
    words: '<file> …',
    options: { topic: [null, 'the files are of a topic: a line per record; - is standard input'] },
  },
  'processors/dist/fit-patterns/main.js': {
    command: 'npm run fit:patterns',
    does: 'Counts what became of launches by the pattern that they matched.',
    words: '[<file to write>]',
    options: {},
  },
  'deploy/provider/dist/record-main.js': {
    command: 'npm run record',
    does: 'Writes a tape from YELLOWSTONE_URL, with YELLOWSTONE_TOKEN where it asks for one, until Ctrl-C.',
    words: '<file>',
    options: {
      seconds: ['<number>', 'ends after so long'],
      slots: ['<number>', 'ends after so many'],
    },
  },
  'deploy/proofs/dist/mainnet.js': {
    command: 'npm run test:mainnet',
    does: 'Compares decoders and stored tables with real transactions and tapes.',
    options: { data: ['<folder>', 'of the recorded data (default ../shared/data)'] },
  },
  'deploy/proofs/dist/crash.js': {
    command: 'npm run test:crash',
    does: 'Seeded faults in a run of a market, and everything compared with an undisturbed run.',
    options: {
      ...events('200,000'),
      kills: ['<number>', 'faults (default 50)'],
      ...seed(1),
      broker: ['standalone|kafka', 'the broker (default standalone)'],
      screeners: ['<number>', 'screeners at work (default 1)'],
      sinks: ['<number>', 'sinks at work (default 1)'],
      source: ['grpc|wss', 'what the market is read by (default grpc)'],
    },
  },
  'deploy/proofs/dist/replay.js': {
    command: 'npm run test:replay',
    does: 'Replays a journal into empty stores, and compares everything.',
    options: { ...events('1,000,000'), ...seed(1) },
  },
  'deploy/proofs/dist/engines.js': {
    command: 'npm run test:engines',
    does: 'Runs the conformance suites, a tape and the crash proof on real engines.',
    options: { ...events('5,000'), kills: ['<number>', 'faults (default 5)'], ...seed(7) },
  },
  'deploy/proofs/dist/images.js': {
    command: 'npm run test:images',
    does: 'Builds every image of docker-compose.yml, and starts each service from its image.',
    options: {
      build: ['1|0', 'whether images are built anew (default 1)'],
      tls: ['0|1', 'whether the broker speaks TLS (default 0)'],
    },
  },
  'deploy/proofs/dist/restore.js': {
    command: 'npm run test:restore',
    does: 'Puts a copy of the data folder back, fills a lost ClickHouse again, and compares everything.',
    options: { ...events('50,000'), ...seed(1) },
  },
  'deploy/e2e/dist/rolling-restart.js': {
    command: 'npm run test:rolling',
    does: 'Restarts each service, one after the other, with a page open.',
    options: { ...events('200,000'), ...seed(1) },
  },
  'deploy/proofs/dist/garbage.js': {
    command: 'npm run test:garbage',
    does: 'Plays a market among garbage, and compares every good token with an undisturbed run.',
    options: { ...seed(4), cases: ['<number>', 'pieces of garbage (default 400)'] },
  },
  'deploy/proofs/dist/outages.js': {
    command: 'npm run test:outages',
    does: 'Freezes and kills stores and services, and holds health, log and lists to it.',
    options: { seconds: ['<number>', 'how long each is away (default 40)'] },
  },
  'deploy/proofs/dist/brokers.js': {
    command: 'npm run test:brokers',
    does: 'Kills the leader of three real brokers under 500 trades a second: nothing is missing, nothing twice. Needs Java 17 and Maven.',
    options: {
      kills: ['<number>', 'how often (default 10)'],
      ...seed(1),
    },
  },
  'deploy/proofs/dist/sources.js': {
    command: 'npm run test:sources',
    does: 'Reads one live market by Yellowstone and by its RPC, and compares.',
    options: {
      minutes: ['<number>', 'how long (default 10)'],
      ...seed(7),
      layout: ['2026-10b|2026-07', 'slots of 200 or of 400 ms (default 2026-10b)'],
    },
  },
  'deploy/proofs/dist/upgrade.js': {
    command: 'npm run test:upgrade',
    does: 'Takes over a data folder that an earlier release left, and compares everything.',
    options: {
      folder: ['<folder>', 'a copy of this one is taken over (default the one kept in the repository)'],
    },
  },
  'deploy/e2e/dist/first-run.js': {
    command: 'npm run test:first-run',
    does: 'Clones, starts, stops and restarts the product; prints times and disk.',
    options: {},
  },
  'deploy/proofs/dist/evaluate.js': {
    command: 'npm run evaluate',
    does: 'Plays a market, and says how well scores, checks and gates told what became of its tokens.',
    options: {
      ...seed(1),
      launches: ['<number>', 'of the market (default 5,000)'],
      write: [null, 'the tables go into docs/evaluation.md'],
    },
  },
  'deploy/e2e/dist/screens.js': {
    command: 'npm run screens',
    does: 'Takes the pictures in docs/screens.',
    options: {
      out: ['<folder>', 'where they go'],
      all: [null, 'the pages around the lists in both themes and sizes'],
    },
  },
};

/** The whole of a usage, as it is printed. */
export function usageText({ command, does, words, options }) {
  const lines = Object.entries({ ...options, help: [null, 'prints this'] }).map(([name, [takes, is]]) => [
    `--${name}${takes === null ? '' : ` ${takes}`}`,
    is,
  ]);
  const width = Math.max(...lines.map(([option]) => option.length));
  const taken = [...(Object.keys(options).length > 0 ? ['[options]'] : []), ...(words ? [words] : [])];
  return [
    [command, ...(taken.length > 0 ? ['--', ...taken] : [])].join(' '),
    does,
    ...lines.map(([option, is]) => `  ${option.padEnd(width)}  ${is}`),
  ].join('\n');
}

/** Ends this process where the words ask for the usage (status 0), or are not of it (status 2). */
export function endWhereUsageIsAsked(file, given) {
  const usage = USAGES[file];
  if (usage === undefined) return;
  const options = Object.fromEntries(
    Object.entries({ ...usage.options, help: [null] }).map(([name, [takes]]) => [
      name,
      { type: takes === null ? 'boolean' : 'string', ...(name === 'help' && { short: 'h' }) },
    ]),
  );
  try {
    const { values } = parseArgs({ args: given, options, allowPositionals: usage.words !== undefined });
    if (!values.help) return;
    console.log(usageText(usage));
    process.exit(0);
  } catch (error) {
    // Of Node's own advice the first sentence.
    console.error(`${error.message.split(/\. |\n/)[0]}.\n\n${usageText(usage)}`);
    process.exit(2);
  }
}
