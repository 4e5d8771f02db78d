import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { authorityObservedSamples } from './authority-observed.js';
import { balanceChangedSamples } from './balance-changed.js';
import { curveCompletedSamples } from './curve-completed.js';
import { DeadLetter, deadLetterSamples } from './dead-letter.js';
import { feesSweptSamples } from './fees-swept.js';
import { holdersObservedSamples } from './holders-observed.js';
import { decodeJournalRecord, encodeJournalRecord } from './journal-codec.js';
import { Fact, JournalRecord } from './journal-record.js';
import { launchCreatedSamples } from './launch-created.js';
import { LayoutDrift, layoutDriftSamples } from './layout-drift.js';
import { likenessObservedSamples } from './likeness-observed.js';
import { liquidityChangedSamples } from './liquidity-changed.js';
import { metadataResolvedSamples } from './metadata-resolved.js';
import { migratedSamples } from './migrated.js';
import { mintObservedSamples } from './mint-observed.js';
import { poolBoostedSamples } from './pool-boosted.js';
import { poolCreatedSamples } from './pool-created.js';
import { quotePriceObservedSamples } from './quote-price-observed.js';
import { ScreeningEvent } from './screening.js';
import { screeningSamples } from './screening-samples.js';
import { gapDetectedSamples, slotConfirmedSamples, slotRolledBackSamples } from './slot-facts.js';
import { socialObservedSamples } from './social-observed.js';
import { solPriceObservedSamples } from './sol-price-observed.js';
import { supplyChangedSamples } from './supply-changed.js';
import { tokenBoostedSamples } from './token-boosted.js';
import { tradeExecutedSamples } from './trade-executed.js';
import { volumePlaceObservedSamples } from './volume-place-observed.js';
import { websiteObservedSamples } from './website-observed.js';

const facts = [
  ...launchCreatedSamples,
  ...tradeExecutedSamples,
  ...curveCompletedSamples,
  ...poolCreatedSamples,
  ...migratedSamples,
  ...liquidityChangedSamples,
  ...poolBoostedSamples,
  ...feesSweptSamples,
  ...balanceChangedSamples,
  ...authorityObservedSamples,
  ...supplyChangedSamples,
  ...slotConfirmedSamples,
  ...slotRolledBackSamples,
  ...gapDetectedSamples,
  ...solPriceObservedSamples,
  ...quotePriceObservedSamples,
  ...metadataResolvedSamples,
  ...tokenBoostedSamples,
  ...socialObservedSamples,
  ...mintObservedSamples,
  ...holdersObservedSamples,
  ...likenessObservedSamples,
  ...websiteObservedSamples,
  ...volumePlaceObservedSamples,
];

describe('samples', () => {
  it.each(facts.map((sample) => [sample.kind, sample] as const))(
    '%s parses and returns to the same JSON',
    (_, sample) => {
      expect(z.encode(Fact, Fact.parse(sample))).toEqual(sample);
    },
  );

  it('cover every kind of fact', () => {
    const kinds = Fact.options.map((option) => option.shape.kind.value);
    expect(new Set(facts.map((sample) => sample.kind))).toEqual(new Set(kinds));
  });

  it.each(screeningSamples.map((sample) => [sample.kind, sample] as const))(
    '%s parses and returns to the same JSON',
    (_, sample) => {
      expect(z.encode(ScreeningEvent, ScreeningEvent.parse(sample))).toEqual(sample);
    },
  );

  it('cover every screening event', () => {
    const kinds = ScreeningEvent.options.map((option) => option.shape.kind.value);
    expect(new Set(screeningSamples.map((sample) => sample.kind))).toEqual(new Set(kinds));
  });

  it.each(layoutDriftSamples)('a layout drift parses', (sample) => {
    expect(LayoutDrift.parse(sample)).toEqual(sample);
  });

  it.each(deadLetterSamples)('a dead letter parses', (sample) => {
    expect(DeadLetter.parse(sample)).toEqual(sample);
  });
});

describe('a journal record', () => {
  const [trade] = tradeExecutedSamples;
  const record = JournalRecord.parse({
    v: 1,
    mint: trade?.mint,
    slot: 371820726,
    time: 1759852522000,
    signature: trade?.id.split(':')[0],
    feePayer: trade?.feePayer,
    source: { kind: 'tape', name: 'mainnet-2025-10-07.tape' },
    facts: [trade],
  });

  it('holds amounts as bigint in code and as text on the wire', () => {
    expect(record.facts[0]).toMatchObject({ tokenAmount: 4087530976228n });
    expect(encodeJournalRecord(record)).toContain('"tokenAmount":"4087530976228"');
    expect(decodeJournalRecord(encodeJournalRecord(record))).toEqual(record);
  });

  it('refuses an amount beyond 64 bits', () => {
    const text = encodeJournalRecord(record).replace('"4087530976228"', '"18446744073709551616"');
    expect(() => decodeJournalRecord(text)).toThrow('out of range');
  });
});
