import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runTask, Service } from './service.js';

let folder: string;
let said: string[];
const services: Service[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-'));
  said = [];
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
  rmSync(folder, { recursive: true });
});

/** A service whose process runs `code`, in which `starts()` counts its starts. */
function serviceThat(code: string): Service {
  const entry = join(folder, 'entry.cjs');
  writeFileSync(
    entry,
    `const { appendFileSync, readFileSync } = require('node:fs');
     appendFileSync(__dirname + '/starts', '.');
     const starts = () => readFileSync(__dirname + '/starts').length;
     const serve = () => { process.send({ ready: { it: 'here' } }); setInterval(() => {}, 1000); };
     process.on('disconnect', () => process.exit());
     ${code}`,
  );
  const service = new Service(
    { name: 'probe', entry, env: {}, maxHeapMb: 100 },
    { ready: (name) => said.push(`${name} is up`), say: (line) => said.push(line) },
    join(folder, 'probe.log'),
  );
  services.push(service);
  return service;
}

it('starts a service again that ended, and writes down what it says', async () => {
  const service = serviceThat(`
    console.log('start ' + starts());
    if (starts() === 1) process.exit(1);
    serve();`);
  await service.start();
  expect(said).toEqual(['probe ended (1); started again in 200 ms', 'probe is up']);
  await service.stop();
  expect(readFileSync(join(folder, 'probe.log'), 'utf8')).toMatch(
    /^20[-\dT:.]+Z start 1\n20[-\dT:.]+Z start 2\n$/,
  );
});

it('does not start again what refuses its configuration', async () => {
  const service = serviceThat(`console.error('PORT is wrong'); process.exit(2);`);
  await expect(service.start()).rejects.toThrow('probe refused to start: its lines above say why.');
  expect(readFileSync(join(folder, 'starts'), 'utf8')).toBe('.');
});

it('says so when a service refuses only after it has served', async () => {
  const service = serviceThat(`
    if (starts() === 2) process.exit(2);
    serve();
    setTimeout(() => process.exit(1), 50);`);
  await service.start();
  await expect.poll(() => said.at(-1), { timeout: 10_000 }).toContain('is not started again');
  expect(service.pid).toBeUndefined();
});

it('tells when a service that had served went, and when it was back', async () => {
  const service = serviceThat(`
    serve();
    if (starts() === 1) setTimeout(() => process.exit(1), 50);`);
  await service.start();
  await expect.poll(() => said.length, { timeout: 10_000 }).toBe(4);
  expect(said).toEqual([
    'probe is up',
    expect.stringMatching(/^probe is away since 20[-\dT:.]+Z: ended \(1\); started again in 200 ms$/),
    'probe is up',
    expect.stringMatching(/^probe is back: it was away from 20[-\dT:.]+Z to 20[-\dT:.]+Z, \d+\.\d s$/),
  ]);
});

it('gives up on a service that never serves', async () => {
  const service = serviceThat('process.exit(1);');
  await expect(service.start()).rejects.toThrow('probe ended 6 times before it could serve');
});

it('ends the wait for a service that is stopped before it serves', async () => {
  const service = serviceThat('setInterval(() => {}, 1000);');
  const started = service.start();
  const refused = expect(started).rejects.toThrow('probe was stopped before it could serve');
  await service.stop();
  await refused;
  expect(service.pid).toBeUndefined();
});

it('ends a task when it is told to', async () => {
  const entry = join(folder, 'task.cjs');
  writeFileSync(entry, 'setInterval(() => {}, 1000);');
  const ending = new AbortController();
  const ran = runTask({ name: 'task', entry, env: {} }, ending.signal);
  const refused = expect(ran).rejects.toThrow();
  ending.abort();
  await refused;
});
