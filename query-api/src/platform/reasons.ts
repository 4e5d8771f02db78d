/** Why something that is asked did not answer, in words of this service alone: anybody may hear them. */
export class PlainReason extends Error {}

/**
 * What anybody may hear of why something failed: the code of the error, or of what caused it. What a client or a server words may
 * name addresses and users.
 */
export function publicReasonOf(error: unknown): string {
  const cause = causeOf(error);
  if (cause instanceof PlainReason) return cause.message;
  return codeOf(cause) ?? (cause instanceof Error ? cause.name : 'no answer');
}

/** For the log: what was worded where it failed first, and its code. */
export function fullReasonOf(error: unknown): string {
  const cause = causeOf(error);
  const words = (cause instanceof Error ? cause.message : String(cause)) || 'no answer';
  const code = codeOf(cause);
  return (code === null || words.includes(code) ? words : `${words} (${code})`).slice(0, 300);
}

/** Clients wrap what failed, and so does this service; where several addresses were tried each has its own error. */
function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0]);
  return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error;
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' && /^\w{1,60}$/.test(error.code) ? error.code : null;
}
