import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Threads beside the sessions' own: files, gzip, name lookups. */
const SPARE_THREADS = 4;

/**
 * Each running statement occupies a thread of libuv's pool, whose size is fixed when the first one is used,
 * and loading ES modules uses it before any line of ours runs. So unless whoever started us has set
 * UV_THREADPOOL_SIZE, the service runs in a child that has it.
 * @returns false when this process has enough threads and should serve itself
 */
export function moveToLargerThreadPool(moduleUrl: string, sessions: number): boolean {
  const threads = sessions + SPARE_THREADS;
  if (Number(process.env.UV_THREADPOOL_SIZE) >= threads) return false;
  const child = fork(fileURLToPath(moduleUrl), {
    env: { ...process.env, UV_THREADPOOL_SIZE: String(threads), DIE_WITH_PARENT: '1' },
  });
  child.on('message', (message) => process.send?.(message as object));
  child.once('exit', (code) => process.exit(code ?? 1));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill('SIGTERM'));
  process.once('disconnect', () => child.kill('SIGTERM'));
  return true;
}
