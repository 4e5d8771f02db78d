import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from './options.js';

const Secrets = z.object({
  kafkaPassword: z.string().min(32),
  clickhousePassword: z.string().min(32),
  clickhouseReaderPassword: z.string().min(32),
  analystPassword: z.string().min(32),
  yellowstoneToken: z.string().min(32),
  postgresPassword: z.string().min(32),
  postgresApiPassword: z.string().min(32),
  s3SecretAccessKey: z.string().min(32),
});
export type Secrets = z.infer<typeof Secrets>;

/**
 * The random secrets of a data folder, each made on first use and readable by its owner alone. Throws {@link UsageError}
 * where they cannot be read: new ones would not open what is there.
 */
export function readSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json');
  const kept = existsSync(path) ? readKept(path) : {};
  const whole = Secrets.safeParse(kept);
  if (whole.success) return whole.data;
  const secret = () => randomBytes(24).toString('base64url');
  const secrets: Secrets = {
    kafkaPassword: secret(),
    clickhousePassword: secret(),
    clickhouseReaderPassword: secret(),
    analystPassword: secret(),
    yellowstoneToken: secret(),
    postgresPassword: secret(),
    postgresApiPassword: secret(),
    s3SecretAccessKey: secret(),
    // A folder of an earlier release keeps those it has.
    ...kept,
  };
  // Renamed into place, so that a kill leaves whole secrets or none.
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
  return secrets;
}

function readKept(path: string): Partial<Secrets> {
  try {
    return Secrets.partial().parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EACCES' ? 'cannot be read by this user' : 'is damaged';
    throw new UsageError(
      `${path} ${why}: it takes the secrets that this folder was made with; put them back, or choose another folder with --data <folder>.`,
    );
  }
}
