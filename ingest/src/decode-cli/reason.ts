import { z } from 'zod';

/** The reason for an error in a sentence that says where in the JSON it is. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  const [issue, ...others] = error.issues.map(innermost);
  if (issue === undefined) return error.message;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  const path = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  return `${path}${issue.message}${more}`;
}

type Issue = { path: PropertyKey[]; message: string };

/** Of a shape that may be one of several, the problem of that which came closest. */
function innermost(issue: z.core.$ZodIssue): Issue {
  if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return issue;
  const [closest] = [...issue.errors].sort((a, b) => a.length - b.length || depthOf(b) - depthOf(a));
  if (closest?.[0] === undefined) return issue;
  const inner = innermost(closest[0]);
  return { path: [...issue.path, ...inner.path], message: inner.message };
}

const depthOf = (issues: readonly z.core.$ZodIssue[]): number =>
  Math.max(...issues.map(({ path }) => path.length));
