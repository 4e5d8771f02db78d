import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LOGS_KEPT_MS } from './log-file.js';

/** Removes the logs of services that run no more, once their last line is too old. Those that are written keep themselves short. */
export function forgetLogs(folder: string, isWritten: (service: string) => boolean, nowMs: number): void {
  for (const name of namesIn(folder)) {
    const [, service] = /^(.+)\.log(?:\.old)?$/.exec(name) ?? [];
    if (service === undefined || isWritten(service)) continue;
    const path = join(folder, name);
    const lastMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs;
    if (nowMs - lastMs >= LOGS_KEPT_MS) rmSync(path, { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
