/** `node deploy/stores/dist/s3/main.js`: makes the bucket, then exits. */
import { z } from 'zod';
import { readTaskEnvironment } from '../task-environment.js';
import { addressIn, connectTo, ensureBucket } from './bucket.js';

const environment = z.object({
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'takes an http:// or https:// address' }),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_BUCKET: z.string().min(3),
  S3_ACCESS_KEY_ID: z.string().min(1),
  S3_SECRET_ACCESS_KEY: z.string().min(1),
});

const env = readTaskEnvironment('bucket', environment);
const client = connectTo(addressIn(env));

try {
  const isMade = await ensureBucket(client, env.S3_BUCKET, env.S3_REGION);
  console.log(`bucket: ${env.S3_BUCKET} ${isMade ? 'is made' : 'is there'}`);
} catch (error) {
  console.error(`bucket: ${(error as Error).message}`);
  process.exitCode = 1;
}
process.disconnect?.();
