/** What keeps the reading of a stranger's bytes apart from everything else, as far as the system lets it. */
import { execFile, execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';

/** `nobody`, by the number that it has nearly everywhere. */
const NOBODY = 65_534;
const isRoot = () => process.getuid?.() === 0;

/** The command that starts a process without a network, to stand before that process's own; empty where there is none. */
export async function withoutNetwork(): Promise<string[]> {
  // Who is not root gets there by a namespace of users, from which the environment of its parent cannot be read either.
  const command = ['unshare', ...(isRoot() ? [] : ['--user']), '--net'];
  return promisify(execFile)(command[0]!, [...command.slice(1), 'true']).then(
    () => command,
    () => [],
  );
}

/**
 * Gives up, for good, what a process that has all it needs open needs no more: the rights of root, and to open anything, be it a
 * file or a connection.
 * @returns what it has none the less, as was found by trying
 */
export function confine(): string[] {
  const isNobody = isRoot() && attempt(becomeNobody);
  const hasNetwork = Object.values(networkInterfaces())
    .flat()
    .some((network) => network?.internal === false);
  // A process of its own sets it: Node has no call for it. Nobody but root may raise it again.
  attempt(() =>
    execFileSync('prlimit', ['--pid', `${process.pid}`, '--nofile=0:0'], { env: {}, stdio: 'ignore' }),
  );
  return [
    !isNobody && 'the rights of the user who started it',
    hasNetwork && 'the network',
    attempt(() => closeSync(openSync('/', 'r'))) && 'files',
  ].filter((had) => had !== false);
}

function becomeNobody(): void {
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}

/** Whether it could be done. */
function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
