import { z } from 'zod';

/** RFC 9457 problem details with a stable `code`; `error` is the sentence to show. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum([
    'bad_request',
    'unauthorized',
    'forbidden',
    'not_found',
    'method_not_allowed',
    'conflict',
    'gone',
    'too_large',
    'range_not_satisfiable',
    'rate_limited',
    'store_unavailable',
    'starting',
    'internal',
  ]),
  detail: z.string(),
  success: z.literal(false),
  error: z.string(),
  user: z.null().optional().describe('Of a sign-in that failed.'),
});
export type Problem = z.infer<typeof Problem>;
