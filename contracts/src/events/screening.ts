/** What the screener says of tokens and of itself, beside its frames: topic `screening.tokens`. */
import { z } from 'zod';
import { BondingAlertRaised } from './bonding-alert-raised.js';
import { LayerAssessed } from './layer-assessed.js';
import { LifecycleChanged } from './lifecycle-changed.js';
import { ListEntered } from './list-entered.js';
import { ListLeft } from './list-left.js';
import { OutcomeObserved } from './outcome-observed.js';
import { PriceTrailed } from './price-trailed.js';
import { ScanAdvanced } from './scan-advanced.js';
import { TokenDescribed } from './token-described.js';
import { TokenQualified } from './token-qualified.js';
import { TokenRejected } from './token-rejected.js';
import { TokenScored } from './token-scored.js';
import { TokenUnlisted } from './token-unlisted.js';

export const ScreeningEvent = z.discriminatedUnion('kind', [
  TokenScored,
  TokenDescribed,
  PriceTrailed,
  TokenQualified,
  TokenRejected,
  TokenUnlisted,
  LifecycleChanged,
  BondingAlertRaised,
  LayerAssessed,
  ListEntered,
  ListLeft,
  OutcomeObserved,
  ScanAdvanced,
]);
export type ScreeningEvent = z.infer<typeof ScreeningEvent>;
