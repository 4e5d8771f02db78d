import type { User } from '@cryptonite/contracts/api';
import type { Caller } from '../../../platform/access/access.js';

export const toUser = (caller: Caller): User => ({ ...caller, badges: [] });
