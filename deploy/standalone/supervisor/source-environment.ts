import { z } from 'zod';
import { type SourceOption, UsageError } from './options.js';

const Environment = z.object({
  YELLOWSTONE_CLIENT: z.enum(['grpc-js', 'official'], { error: 'takes grpc-js or official' }).optional(),
  FAULT_PORT: z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'takes a port from 0 to 65535')
    .optional(),
  SERVICE_FAULTS: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, 'takes a number, 0 or more')
    .optional(),
  SERVICE_LIMITS: z.enum(['0', '1'], { error: 'takes 0 or 1' }).optional(),
});

/** Sees that the variables about the source can be used. Throws {@link UsageError} with one line. */
export function checkSourceEnvironment(env: NodeJS.ProcessEnv, source: SourceOption): void {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { error } = Environment.safeParse(set);
  if (error)
    throw new UsageError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join(' '));
  // Without TLS it is a server of one's own, such as a market on this machine, which may let everyone in.
  if (source.kind === 'provider' && source.url.startsWith('https:') && set.YELLOWSTONE_TOKEN === undefined)
    throw new UsageError(
      `--source ${new URL(source.url).origin} needs the provider's token in YELLOWSTONE_TOKEN; any text will do for one that asks for none.`,
    );
}
