import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Secrets = z.object({
  kafkaPassword: z.string().min(32),
  clickhousePassword: z.string().min(32),
  clickhouseReaderPassword: z.string().min(32),
  analystPassword: z.string().min(32),
  yellowstoneToken: z.string().min(32),
});
export type Secrets = z.infer<typeof Secrets>;

/** The random secrets of a data folder, each made on first use and readable by its owner alone. */
export function readSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json');
  const kept = existsSync(path) ? Secrets.partial().parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
  const whole = Secrets.safeParse(kept);
  if (whole.success) return whole.data;
  const secret = () => randomBytes(24).toString('base64url');
  const secrets: Secrets = {
    kafkaPassword: secret(),
    clickhousePassword: secret(),
    clickhouseReaderPassword: secret(),
    analystPassword: secret(),
    yellowstoneToken: secret(),
    // A folder of an earlier release keeps those it has.
    ...kept,
  };
  // Renamed into place, so that a kill leaves whole secrets or none.
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
  return secrets;
}
