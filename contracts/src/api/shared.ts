/** What the schemas of answers are made of. */
import { z } from 'zod';

export const Text = z.string().nullable();
export const Num = z.number().nullable();
export const Ms = z.int().nullable();
