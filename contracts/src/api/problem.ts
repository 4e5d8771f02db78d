import { z } from 'zod';

/** RFC 9457 problem details with a stable `code`; `error` is the sentence to show. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum([
    'bad_request',
    'forbidden',
    'not_found',
    'method_not_allowed',
    'rate_limited',
    'store_unavailable',
    'starting',
    'internal',
  ]),
  detail: z.string(),
  success: z.literal(false),
  error: z.string(),
});
export type Problem = z.infer<typeof Problem>;
