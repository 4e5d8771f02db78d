import type { Fact } from '@cryptonite/contracts/events';
import type { LocatedEvent } from '../decode/located-event.js';
import type { Context } from './context.js';
import { normaliseCurveTrade, normalisePartBeyondCurve } from './curve-trade.js';
import { normaliseCurveSweep, normalisePoolSweep } from './fees-swept.js';
import { normaliseCompletion, normaliseLaunch, normaliseMigration } from './launch.js';
import { normaliseBoost, normaliseDeposit, normalisePoolCreated, normaliseWithdrawal } from './pool.js';
import { normalisePoolBuy, normalisePoolSell } from './pool-trade.js';

/** A fact about a token. */
export type TokenFact = Extract<Fact, { mint: string }>;

/**
 * The fact that one event states; null where it states none: events of settings, volumes and of fees that leave a creator's
 * own account, and what happens in pools that hold no token. Throws Unreadable.
 */
export function normaliseEvent(located: LocatedEvent, context: Context): TokenFact | null {
  const { event } = located;
  switch (event.name) {
    case 'TradeEvent':
      return normaliseCurveTrade(event.fields, located, context);
    case 'PostCompleteBuyEvent':
      return normalisePartBeyondCurve(event.fields, located, context);
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
    case 'InitBoostEvent':
      return normaliseBoost(event.fields, located, context);
    case 'SweepBondingCurveFeeEvent':
      return normaliseCurveSweep(event.fields, located, context);
    case 'SweepPoolFeeEvent':
      return normalisePoolSweep(event.fields, located, context);
    default:
      return null;
  }
}
