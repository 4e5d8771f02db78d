/** What Linux says of processes. */
import { readdirSync, readFileSync } from 'node:fs';

/** CPU seconds of a process and those it started; null where the system does not tell. */
export function cpuSecondsOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    // Fields 14 and 15, user and system time in ticks of 10 ms.
    const own = (Number(fields[11]) + Number(fields[12])) / 100;
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return children.reduce((sum, child) => sum + (cpuSecondsOf(Number(child)) ?? 0), own);
  } catch {
    return null;
  }
}

/** The most memory that a process has had, in MB; null where the system does not tell. */
export function peakMegabytesOf(pid: number): number | null {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes ? Number(kilobytes) / 1024 : null;
  } catch {
    return null;
  }
}
