import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type TestProcess<Ready> = {
  ready: Ready;
  process: ChildProcess;
  /** What it logged by now. */
  said: () => string;
  /** Ends it with SIGTERM. */
  stop: () => Promise<void>;
};

/**
 * Starts a compiled server of deploy/standalone with these variables alone, and resolves when it says that it serves.
 * @param user another user's id, who shall run it
 * @throws Error with all that it logged, where it ends before
 */
export async function startTestProcess<Ready>(
  server: string,
  env: Record<string, string>,
  user?: number,
): Promise<TestProcess<Ready>> {
  const entry = fileURLToPath(new URL(`../standalone/dist/${server}/main.js`, import.meta.url));
  const child = fork(entry, [], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const exited = once(child, 'exit');
  const message = once(child, 'message').then(([{ ready }]) => ({ ready: ready as Ready }));
  const up = await Promise.race([message, exited.then(() => null)]);
  if (up === null) throw new Error(`the server exited: ${said}`);
  return {
    ...up,
    process: child,
    said: () => said,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
