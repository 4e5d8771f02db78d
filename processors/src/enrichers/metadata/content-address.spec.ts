import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readContentAddress } from './content-address.js';

const V0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG';
const V1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';

it.each([
  [`https://ipfs.io/ipfs/${V1}`, V1],
  [`https://cf-ipfs.com/ipfs/${V0}/`, V0],
  [`http://127.0.0.1:8080/ipfs/${V1}`, V1],
  [`https://${V1}.ipfs.dweb.link/metadata.json`, `${V1}/metadata.json`],
  [`ipfs://${V0}`, V0],
  [`ipfs://ipfs/${V0}/1.json`, `${V0}/1.json`],
  [` https://ipfs.io/ipfs/${V1}?filename=x#y `, V1],
])('%s is content by its id', (text, path) => {
  expect(readContentAddress(text)).toEqual({ kind: 'ipfs', path });
});

it.each([
  ['https://arweave.net/abc', 'https://arweave.net/abc'],
  ['http://169.254.169.254/latest/meta-data/', 'http://169.254.169.254/latest/meta-data/'],
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
