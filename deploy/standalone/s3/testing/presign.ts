import { createHash, createHmac } from 'node:crypto';
import type { ObjectStoreAddress } from '@cryptonite/stores/s3/bucket.js';

/**
 * A presigned address, which may sign headers too. Written from AWS's description, apart from the server, so that both are
 * held against each other; `path` begins with the bucket and is encoded already.
 */
export function presign(
  { endpoint, region, accessKeyId, secretAccessKey }: ObjectStoreAddress,
  method: string,
  path: string,
  {
    headers = {},
    query = {},
    validSeconds = 60,
    nowMs = Date.now(),
  }: {
    headers?: Record<string, string>;
    query?: Record<string, string>;
    validSeconds?: number;
    nowMs?: number;
  } = {},
): string {
  const { host } = new URL(endpoint);
  const date = new Date(nowMs).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  const signed = Object.entries({ host, ...headers }).sort();
  const names = signed.map(([name]) => name).join(';');
  const search = Object.entries({
    ...query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKeyId}/${scope}`,
    'X-Amz-Date': date,
    'X-Amz-Expires': String(validSeconds),
    'X-Amz-SignedHeaders': names,
  })
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const request = [method, `/${path}`, search, lines, names, 'UNSIGNED-PAYLOAD'].join('\n');
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${createHash('sha256').update(request).digest('hex')}`;
  let key: Buffer | string = `AWS4${secretAccessKey}`;
  for (const part of [...scope.split('/'), text]) key = createHmac('sha256', key).update(part).digest();
  return `${endpoint}/${path}?${search}&X-Amz-Signature=${key.toString('hex')}`;
}
