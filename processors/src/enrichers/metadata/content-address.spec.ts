import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesOfData, readContentAddress } from './content-address.js';

const V0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG';
const AR = 'bVLEgXjU3ylXUgTM0fWSOpmVqMZa7WwZKmmJvqzpJq0';
const V1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';

it.each([
  [`https://ipfs.io/ipfs/${V1}`, V1],
  [`https://cf-ipfs.com/ipfs/${V0}/`, V0],
  [`http://127.0.0.1:8080/ipfs/${V1}`, V1],
  [`https://${V1}.ipfs.dweb.link/metadata.json`, `${V1}/metadata.json`],
  [`ipfs://${V0}`, V0],
  [`ipfs://ipfs/${V0}/1.json`, `${V0}/1.json`],
  [`IPFS://${V0}`, V0],
  [`Ipfs://IPFS/${V0}/1.json`, `${V0}/1.json`],
  [`ipfs:${V0}`, V0],
  [V0, V0],
  [` ${V1} `, V1],
  [`${V1}/metadata.json?x#y`, `${V1}/metadata.json`],
  [`/ipfs/${V1}`, V1],
  [`ipfs/${V0}`, V0],
  [`ipfs.io/ipfs/${V0}`, V0],
  [`//ipfs.io/ipfs/${V0}/a.png`, `${V0}/a.png`],
  [`https://ipfs.io/ipfs/ipfs/${V0}`, V0],
  [`${V1}.ipfs.dweb.link/metadata.json`, `${V1}/metadata.json`],
  [` https://ipfs.io/ipfs/${V1}?filename=x#y `, V1],
])('%s is content by its id', (text, path) => {
  expect(readContentAddress(text)).toEqual({ kind: 'ipfs', path });
});

it.each([
  ['https://arweave.net/abc', 'https://arweave.net/abc'],
  ['http://169.254.169.254/latest/meta-data/', 'http://169.254.169.254/latest/meta-data/'],
  [`ar://${AR}`, `https://arweave.net/${AR}`],
  [`AR://${AR}/1.json`, `https://arweave.net/${AR}/1.json`],
  ['pump.fun/x.png', 'https://pump.fun/x.png'],
  ['//pump.fun/x.png', 'https://pump.fun/x.png'],
  ['sub.pump.fun:8443/x?y', 'https://sub.pump.fun:8443/x?y'],
  ['https://ipfs.io/ipfs/not-an-id', 'https://ipfs.io/ipfs/not-an-id'],
  [`https://ipfs.io/ipns/${V1}`, `https://ipfs.io/ipns/${V1}`],
  [`https://ipfs.io/ipfs/${V1}/%2e%2e%2fadmin`, `https://ipfs.io/ipfs/${V1}/%2e%2e%2fadmin`],
])('%s is an address of the web, for the guard to judge', (text, url) => {
  expect(readContentAddress(text)).toEqual({ kind: 'web', url });
});

it.each([
  '',
  '  ',
  null,
  'no address',
  'a.png',
  'images/a.png',
  'ar://short',
  '10.0.0.1/latest',
  `${V0}x`,
  `${V0}/../../admin`,
  'javascript:alert(1)',
  'data:text/html;base64,PHNj',
  'file:///etc/passwd',
  'ftp://example.com/a',
  'ipfs://../../etc/passwd',
  `ipfs://${V0}/../../admin`,
  ...['\t', '\n', '\r'].flatMap((gap) => [
    `ipfs://${V0}/.${gap}./.${gap}./admin`,
    `ipfs://${V0}/${gap}../..${gap}/admin`,
    `ipfs://${V0}/%2${gap}e./%2${gap}e./admin`,
    `ipfs://${V0}/.%2${gap}e/..${gap}/admin`,
  ]),
  `ipfs://${V0}/a\x7f`,
  `ipfs://${V0}/a b`,
])('%s is none', (text) => {
  expect(readContentAddress(text)).toEqual({ kind: 'none' });
});

const DOCUMENT = '{"name":"Sealy é 100%"}';

it.each([
  ['base64', `data:application/json;base64,${Buffer.from(DOCUMENT).toString('base64')}`],
  ['upper case', `DATA:Application/JSON;BASE64,${Buffer.from(DOCUMENT).toString('base64')}`],
  ['a charset', `data:application/json;charset=utf-8;base64,${Buffer.from(DOCUMENT).toString('base64')}`],
  ['base64 in percents', `data:;base64,${encodeURIComponent(Buffer.from(DOCUMENT).toString('base64'))}`],
  ['percents', `data:application/json,${encodeURIComponent(DOCUMENT)}`],
  ['its own letters', `data:application/json;utf8,${DOCUMENT}`],
])('a document in %s is its own address', (_, text) => {
  const found = readContentAddress(text);
  if (found.kind !== 'data') throw new Error(`${text} is ${found.kind}`);
  expect(bytesOfData(found).toString()).toBe(DOCUMENT);
});

it('reads what was found outside', ({ skip }) => {
  const file = new URL('../../../../../shared/data/found-2026-11/content_addresses.json', import.meta.url);
  if (!existsSync(file)) return skip('../shared/data is absent');
  const found = JSON.parse(readFileSync(file, 'utf8')) as { address: string; expected: string }[];
  for (const { address, expected } of found) {
    const read = readContentAddress(address);
    if (expected === 'arweave')
      expect(read).toMatchObject({ kind: 'web', url: expect.stringContaining('//arweave.net/') });
    else expect(read.kind).toBe('ipfs');
  }
});

it('of any text makes a path that stays below its content id', () => {
  const dots = fc.constantFrom('.', '..', '/', '\\', '%2e', '%2', 'e', '\t', '\n', '\r', '\0', 'admin');
  const unit = fc.oneof(dots, fc.string({ unit: 'binary', maxLength: 3 }), fc.string({ maxLength: 3 }));
  const path = fc.array(unit).map((rest) => `ipfs://${V1}/${rest.join('')}`);
  fc.assert(
    fc.property(fc.oneof(path, fc.webUrl(), fc.string()), (text) => {
      const found = readContentAddress(text);
      if (found.kind !== 'ipfs') return;
      const { pathname } = new URL(`https://gateway.example/ipfs/${found.path}`);
      expect(`${pathname}/`.startsWith(`/ipfs/${found.path.split('/')[0]}/`)).toBe(true);
    }),
    { seed: 17, numRuns: 10_000 },
  );
});
