import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Product, withoutTime } from './product.js';

/** The outages that a log tells of, of what it calls by this title, from a time on. */
export function outagesIn(product: Product, log: string, title: string, fromMs: number) {
  const told = new RegExp(`${title} is back: it was away from (\\S+) to (\\S+), ([\\d.]+) s$`, 'i');
  return readFileSync(join(product.dataDir, 'logs', log), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, from, to] = told.exec(withoutTime(line)) ?? [];
      return from && to ? [{ fromMs: Date.parse(from), toMs: Date.parse(to) }] : [];
    })
    .filter((outage) => outage.toMs >= fromMs);
}
