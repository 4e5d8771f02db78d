import type { Deadline } from '@cryptonite/contracts/deadlines';

/**
 * Asks what may be slow, for as long as a deadline says, which grows where that was too short.
 * @param isMissed whether an error says the same in the words of who was asked
 * @throws what `ask` throws, an AbortError where its signal ended it
 */
export async function askWithin<Answer>(
  deadline: Deadline,
  ask: (signal: AbortSignal, withinMs: number) => Promise<Answer>,
  isMissed: (error: unknown) => boolean = () => false,
): Promise<Answer> {
  const withinMs = deadline.at(Date.now());
  const signal = AbortSignal.timeout(withinMs);
  try {
    return await ask(signal, withinMs);
  } catch (error) {
    if (signal.aborted || isMissed(error)) deadline.missed(withinMs, Date.now());
    throw error;
  }
}
