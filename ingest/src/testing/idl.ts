import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Program } from '../decode/programs.js';

const FieldType = z.union([
  z.enum(['u8', 'u16', 'u64', 'i64', 'i128', 'bool', 'pubkey', 'string']),
  z.object({ array: z.tuple([z.literal('pubkey'), z.int()]) }),
  z.object({ vec: z.object({ defined: z.object({ name: z.literal('Shareholder') }) }) }),
]);
export type FieldType = z.infer<typeof FieldType>;

const Idl = z.object({
  events: z.array(z.object({ name: z.string(), discriminator: z.array(z.int()) })),
  types: z.array(z.object({ name: z.string(), type: z.unknown() })),
});
const Struct = z.object({ fields: z.array(z.object({ name: z.string(), type: FieldType })) });

export type IdlEvent = {
  program: Program['id'];
  name: string;
  discriminator: Uint8Array;
  fields: z.infer<typeof Struct>['fields'];
};

const require = createRequire(import.meta.url);
const PACKAGES = [
  ['pump', '@pump-fun/pump-sdk', 'pump.json'],
  ['pumpswap', '@pump-fun/pump-swap-sdk', 'pump_amm.json'],
] as const;

/** Every event of both programs, from the IDLs that their authors publish. */
export const IDL_EVENTS: readonly IdlEvent[] = PACKAGES.flatMap(([program, name, file]) => {
  const path = join(dirname(require.resolve(name)), '../src/idl', file);
  const idl = Idl.parse(JSON.parse(readFileSync(path, 'utf8')));
  return idl.events.map((event) => ({
    program,
    name: event.name,
    discriminator: Uint8Array.from(event.discriminator),
    fields: Struct.parse(idl.types.find((type) => type.name === event.name)?.type).fields,
  }));
});

export const idlEvent = (program: Program['id'], name: string): IdlEvent => {
  const found = IDL_EVENTS.find((event) => event.program === program && event.name === name);
  if (!found) throw new Error(`${program} has no ${name}`);
  return found;
};
