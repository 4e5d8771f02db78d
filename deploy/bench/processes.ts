/** What the operating system says of processes. */
import { execFileSync } from 'node:child_process';

export type Usage = { rssMb: number; cpuS: number };

/** Resident memory and processor time so far, by name; a process that is gone is left out. */
export function readUsage(pids: Record<string, number | undefined>): Record<string, Usage> {
  const nameOf = new Map(Object.entries(pids).map(([name, pid]) => [String(pid), name]));
  const listed = execFileSync('ps', ['-o', 'pid=,rss=,time=', '-p', [...nameOf.keys()].join(',')], {
    encoding: 'utf8',
  });
  return Object.fromEntries(
    listed
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [pid = '', rssKb, time = ''] = line.trim().split(/\s+/);
        const name = nameOf.get(pid);
        return name === undefined ? [] : [[name, { rssMb: Number(rssKb) / 1024, cpuS: secondsOf(time) }]];
      }),
  );
}

/** `[days-]hours:minutes:seconds`, as POSIX has it; macOS leaves out the hours and adds hundredths. */
function secondsOf(time: string): number {
  const [clock = '', days = '0'] = time.split('-').reverse();
  return Number(days) * 86_400 + clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
