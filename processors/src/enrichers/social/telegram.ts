/** Telegram's bot API: https://core.telegram.org/bots/api#getchatmembercount */
import { z } from 'zod';
import { FetchFailed } from '../fetch/guard.js';
import type { AsksService } from '../service.js';
import type { SocialSource } from './social.js';

const BYTES_MOST = 64 << 10;
/** It answers 400 where there is no such group, or none that a bot may see. */
const NO_GROUP = 400;

const Members = z.object({ ok: z.literal(true), result: z.int().nonnegative() });

export function readMembers(value: unknown): { telegramMembers: number } {
  const { data } = Members.safeParse(value);
  if (!data) throw new FetchFailed('wrong-shape', 'what Telegram says of a group is no count');
  return { telegramMembers: data.result };
}

function nobodyThere(error: unknown): { telegramMembers: null } {
  if (error instanceof FetchFailed && error.status === NO_GROUP) return { telegramMembers: null };
  throw error;
}

/** The token stands in the address: never kept on disk under it, never logged. */
export const membersOnTelegram = (telegram: AsksService, token: string): SocialSource => ({
  host: telegram.host,
  observe: ({ telegramHandle, nearness }) => {
    if (telegramHandle === null) return null;
    const path = `/bot${token}/getChatMemberCount?chat_id=${encodeURIComponent(`@${telegramHandle}`)}`;
    const request = { nearness, maxBytes: BYTES_MOST, keep: null };
    return telegram.json(path, request).then(readMembers, nobodyThere);
  },
});
