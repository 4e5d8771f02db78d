import type { StoredObject } from './object-store.js';
import { S3Error } from './s3-error.js';
import type { S3Request } from './s3-request.js';
import { type Element, xmlOf } from './xml.js';

const MOST_KEYS = 1_000;
const KNOWN = new Set([
  'list-type',
  'prefix',
  'delimiter',
  'max-keys',
  'start-after',
  'continuation-token',
  'encoding-type',
  'fetch-owner',
]);

/**
 * ListObjectsV2 (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html) over the objects of a bucket in
 * the order of their keys.
 */
export function listObjects(
  { bucket, query, parameter }: S3Request,
  objects: readonly StoredObject[],
): string {
  const unknown = query.find(([name]) => !KNOWN.has(name) && !name.startsWith('X-Amz-'));
  if (unknown) throw new S3Error('NotImplemented', `Lists do not know ${unknown[0]}.`);
  if (parameter('list-type') !== '2') throw new S3Error('NotImplemented', 'Lists need list-type=2.');
  const maxKeys = parameter('max-keys') ?? String(MOST_KEYS);
  if (!/^\d{1,9}$/.test(maxKeys)) throw new S3Error('InvalidArgument', 'max-keys must be a number.');
  const most = Math.min(Number(maxKeys), MOST_KEYS);
  const prefix = parameter('prefix') ?? '';
  const delimiter = parameter('delimiter') ?? '';
  const token = parameter('continuation-token');
  const after = token === null ? (parameter('start-after') ?? '') : fromToken(token);
  const named = parameter('encoding-type') === 'url' ? encodeURIComponent : (name: string) => name;

  const contents: StoredObject[] = [];
  const prefixes = new Set<string>();
  let last = '';
  let isTruncated = false;
  for (const object of objects) {
    if (!object.key.startsWith(prefix)) continue;
    const end = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
    const common = end < 0 ? null : object.key.slice(0, end + delimiter.length);
    const place = common ?? object.key;
    if (!isAfter(place, after) || (common !== null && prefixes.has(common))) continue;
    if (contents.length + prefixes.size === most) {
      isTruncated = true;
      break;
    }
    last = place;
    if (common === null) contents.push(object);
    else prefixes.add(common);
  }
  return xmlOf([
    'ListBucketResult',
    [
      ['Name', bucket],
      ['Prefix', named(prefix)],
      ['Delimiter', delimiter === '' ? null : named(delimiter)],
      ['StartAfter', parameter('start-after')],
      ['EncodingType', parameter('encoding-type')],
      ['KeyCount', contents.length + prefixes.size],
      ['MaxKeys', most],
      ['IsTruncated', isTruncated],
      ['ContinuationToken', token],
      ['NextContinuationToken', isTruncated ? toToken(last) : null],
      ...contents.map(
        ({ key, modifiedMs, etag, size }): Element => [
          'Contents',
          [
            ['Key', named(key)],
            ['LastModified', new Date(modifiedMs).toISOString()],
            ['ETag', `"${etag}"`],
            ['Size', size],
            ['StorageClass', 'STANDARD'],
          ],
        ],
      ),
      ...[...prefixes].map((name): Element => ['CommonPrefixes', [['Prefix', named(name)]]]),
    ],
  ]);
}

const isAfter = (key: string, other: string) => Buffer.compare(Buffer.from(key), Buffer.from(other)) > 0;
const toToken = (key: string) => Buffer.from(key).toString('base64url');
const fromToken = (token: string) => Buffer.from(token, 'base64url').toString();
