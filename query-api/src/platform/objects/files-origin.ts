import type { Config } from '../config/config.js';
import { connectTo } from './s3-client.js';

type Stored = Pick<Config, 'S3_ENDPOINT' | 'S3_PUBLIC_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET'>;

/**
 * The origin of the addresses that uploads go to, which a page must be let connect to. Amazon's own is named after region and
 * bucket, so one is signed to see, with keys that open nothing; nobody is asked for it.
 * @returns null where no files are kept
 */
export async function filesOriginOf({
  S3_ENDPOINT,
  S3_PUBLIC_ENDPOINT: endpoint = S3_ENDPOINT,
  S3_REGION: region,
  S3_BUCKET: bucket,
}: Stored): Promise<string | null> {
  if (endpoint === undefined) return null;
  const signer = connectTo({ endpoint, region, accessKeyId: 'nobody', secretAccessKey: 'none' });
  return new URL(await signer.presignedPutObject(bucket, 'any', 60)).origin;
}
