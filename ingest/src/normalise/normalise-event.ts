import type { Fact } from '@cryptonite/contracts/events';
import type { LocatedEvent } from '../decode/located-event.js';
import type { Context } from './context.js';
import { normaliseCurveTrade } from './curve-trade.js';
import { normaliseCompletion, normaliseLaunch, normaliseMigration } from './launch.js';
import { normaliseDeposit, normalisePoolCreated, normaliseWithdrawal } from './pool.js';
import { normalisePoolBuy, normalisePoolSell } from './pool-trade.js';

/** A fact about a token. */
export type TokenFact = Extract<Fact, { mint: string }>;

/**
 * The fact that one event states; null where it states none: fee, settings and volume events, and trades in pools that
 * hold no token. Throws Unreadable.
 */
export function normaliseEvent(located: LocatedEvent, context: Context): TokenFact | null {
  const { event } = located;
  switch (event.name) {
    case 'TradeEvent':
      return normaliseCurveTrade(event.fields, located, context);
    case 'CreateEvent':
      return normaliseLaunch(event.fields, located, context);
    case 'CompleteEvent':
      return normaliseCompletion(event.fields, located, context);
    case 'CompletePumpAmmMigrationEvent':
      return normaliseMigration(event.fields, located, context);
    case 'BuyEvent':
      return normalisePoolBuy(event.fields, located, context);
    case 'SellEvent':
      return normalisePoolSell(event.fields, located, context);
    case 'CreatePoolEvent':
      return normalisePoolCreated(event.fields, located, context);
    case 'DepositEvent':
      return normaliseDeposit(event.fields, located, context);
    case 'WithdrawEvent':
      return normaliseWithdrawal(event.fields, located, context);
    default:
      return null;
  }
}
