import { once } from 'node:events';
import { decodeFile } from './decode-file.js';
import { ACCEPTED } from './decode-json.js';
import { reasonOf } from './reason.js';
import { topicLines } from './topic-lines.js';

const TOPIC = '--topic';

/**
 * `npm run decode -- <file…>`: one JSON line per event of each file. `-- --topic <file…>`: one per record of a topic, `-`
 * being standard input. Status 1 where something could not be read, 2 where no file was named. What a transaction that
 * was read leaves open is a sentence alone.
 */
async function main(words: readonly string[]): Promise<void> {
  const isTopic = words[0] === TOPIC;
  const paths = isTopic ? words.slice(1) : words;
  if (paths.length === 0 || paths.some((path) => path.startsWith('-') && !(isTopic && path === '-'))) {
    say(
      `decode: name one or more files, and no options but ${TOPIC} before them, which takes - for standard input; ${ACCEPTED}; with ${TOPIC} files of Kafka's log, and what kcat -f '%R%s' prints`,
    );
    process.exitCode = 2;
    return;
  }
  // A reader such as `head` may close the pipe; there is then nobody left to print for.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  for (const path of paths) {
    try {
      if (isTopic) {
        await printTopic(path);
        continue;
      }
      const { lines, remarks, errors } = await decodeFile(path);
      for (const sentence of [...errors, ...remarks]) say(`${path}: ${sentence}`);
      if (errors.length > 0) process.exitCode = 1;
      if (lines.length + remarks.length + errors.length === 0)
        say(`${path}: holds no launchpad event that took effect`);
      for (const line of lines) await print(`${JSON.stringify(line)}\n`);
    } catch (error) {
      say(`${path}: ${reasonOf(error)}`);
      process.exitCode = 1;
    }
  }
}

async function printTopic(path: string): Promise<void> {
  for await (const read of topicLines(path)) {
    if ('line' in read) await print(`${JSON.stringify(read.line)}\n`);
    else {
      say(`${path}: ${read.error}`);
      process.exitCode = 1;
    }
  }
}

async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

const MAX_SENTENCE = 600;
/** What a terminal would act on, or turn the text around it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Sentences quote what files hold: they stay short, and control nothing. */
function say(sentence: string): void {
  const escaped = sentence.replace(UNPRINTABLE, (letter) => `\\u{${letter.codePointAt(0)!.toString(16)}}`);
  console.error(escaped.length > MAX_SENTENCE ? `${escaped.slice(0, MAX_SENTENCE)}…` : escaped);
}

await main(process.argv.slice(2));
