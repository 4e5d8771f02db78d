import { z } from 'zod';
import { defineTask } from '../task.js';
import { addressIn, connectTo, ensureBucket } from './bucket.js';

const environment = z.object({
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'takes an http:// or https:// address' }),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string({ error: 'takes the name of a bucket' }).min(3, 'takes the name of a bucket'),
  S3_ACCESS_KEY_ID: z.string({ error: 'takes a key that may make the bucket' }),
  S3_SECRET_ACCESS_KEY: z.string({ error: 'takes the secret of S3_ACCESS_KEY_ID' }),
});

/** Makes the bucket. */
export const bucket = defineTask('bucket', environment, async (env) => {
  const isMade = await ensureBucket(connectTo(addressIn(env)), env.S3_BUCKET, env.S3_REGION);
  return [`${env.S3_BUCKET} ${isMade ? 'is made' : 'is there'}`];
});
