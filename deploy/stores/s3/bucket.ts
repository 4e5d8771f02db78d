import { Client } from 'minio';

export type ObjectStoreAddress = {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** What S3_ENDPOINT and the variables beside it name. */
export const addressIn = (env: Readonly<Record<string, string | undefined>>): ObjectStoreAddress => ({
  endpoint: env.S3_ENDPOINT ?? '',
  region: env.S3_REGION ?? '',
  accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
});

/** A client of the object store at `endpoint`, an http:// or https:// address without a path. */
export function connectTo({ endpoint, region, accessKeyId, secretAccessKey }: ObjectStoreAddress): Client {
  const { hostname, port, protocol } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  return new Client({
    endPoint: hostname,
    port: port === '' ? (useSSL ? 443 : 80) : Number(port),
    useSSL,
    region,
    accessKey: accessKeyId,
    secretKey: secretAccessKey,
  });
}

/** Makes a bucket where it is missing. @returns whether it was */
export async function ensureBucket(client: Client, bucket: string, region: string): Promise<boolean> {
  if (await client.bucketExists(bucket)) return false;
  await client.makeBucket(bucket, region);
  return true;
}
