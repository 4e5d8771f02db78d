import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { findHoles } from './holes.mjs';

/** A list of advisories as GitHub's is asked and answers: by names and versions, a page at a time. */
async function startList() {
  const asked: { method: string | undefined; affects: string[] }[] = [];
  const holed = ['left@1.0.0', '@scope/right@2.0.0'];
  const server = createServer(({ method, url = '' }, response) => {
    const { searchParams } = new URL(url, 'http://list');
    const affects = searchParams.get('affects')?.split(',') ?? [];
    asked.push({ method, affects });
    const found = holed.filter((name) => affects.includes(name));
    const page = Number(searchParams.get('page') ?? 0);
    if (page + 1 < found.length)
      response.setHeader('Link', `<${address()}${url}&page=${page + 1}>; rel="next"`);
    const advisory = (name: string) => ({
      ghsa_id: `GHSA-${name}`,
      severity: 'high',
      summary: 'It breaks.',
      vulnerabilities: [{ package: { ecosystem: 'npm', name: name.slice(0, name.lastIndexOf('@')) } }],
    });
    response.end(JSON.stringify(found.slice(page, page + 1).map(advisory)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { list: `${address()}/advisories`, asked };
}

it('asks about every version by GET, and tells each hole once', async () => {
  const { list, asked } = await startList();
  const many = Array.from({ length: 250 }, (_, place) => ({ name: `some-${place}`, version: '1.0.0' }));
  const holes = await findHoles(
    [...many, { name: 'left', version: '1.0.0' }, { name: '@scope/right', version: '2.0.0' }],
    list,
  );
  expect(holes.map(({ ghsa_id, of }) => [ghsa_id, of])).toEqual([
    ['GHSA-left@1.0.0', ['left@1.0.0']],
    ['GHSA-@scope/right@2.0.0', ['@scope/right@2.0.0']],
  ]);
  expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(new Set(asked.flatMap(({ affects }) => affects)).size).toBe(252);
});

it('says so where the list cannot be read', async () => {
  await expect(
    findHoles([{ name: 'left', version: '1.0.0' }], 'http://127.0.0.1:1/advisories'),
  ).rejects.toThrow();
});
