/** Journal facts as rows of their raw tables. */
import type { Answer, Fact, FactKind, LikenessObserved, Source } from '@cryptonite/contracts/events';
import type { TableName } from '@cryptonite/contracts/rows';
import type { Cell } from './row-binary.js';
import { columnsOf, type TableRow } from './table-rows.js';

const TABLE_OF_KIND = {
  LaunchCreated: 'launches_created',
  TradeExecuted: 'trades_executed',
  CurveCompleted: 'curves_completed',
  PoolCreated: 'pools_created',
  Migrated: 'tokens_migrated',
  LiquidityChanged: 'liquidity_changed',
  PoolBoosted: 'pools_boosted',
  FeesSwept: 'fees_swept',
  BalanceChanged: 'balances_changed',
  AuthorityObserved: 'authorities_observed',
  SupplyChanged: 'supplies_changed',
  SlotConfirmed: 'slots',
  SlotRolledBack: 'slots',
  GapDetected: 'gaps',
  SolPriceObserved: 'sol_prices',
  QuotePriceObserved: 'quote_prices',
  MetadataResolved: 'metadata_resolved',
  TokenBoosted: 'tokens_boosted',
  SocialObserved: 'social_observed',
  MintObserved: 'mints_observed',
  HoldersObserved: 'holders_observed',
  LikenessObserved: 'likeness_observed',
  WebsiteObserved: 'websites_observed',
  VolumePlaceObserved: 'volume_places_observed',
} as const satisfies Record<FactKind, TableName>;

type Read = (fact: Fact, source: Source) => Cell;

/** Of another token that it is like. */
function likeColumns(prefix: string, field: 'sameName' | 'samePicture' | 'theme'): Record<string, Read> {
  const of = (fact: Fact) => (fact as LikenessObserved)[field];
  return {
    [`${prefix}_mint`]: (fact) => of(fact)?.mint ?? null,
    [`${prefix}_became`]: (fact) => of(fact)?.became ?? null,
    [`${prefix}_at`]: (fact) => of(fact)?.at ?? null,
    [`${prefix}_signature`]: (fact) => of(fact)?.signature ?? null,
  };
}

/** Columns whose name or form is not a field's. */
const READ_OTHERWISE: Partial<Record<FactKind, Record<string, Read>>> = {
  SlotConfirmed: { status: () => 'confirmed' },
  SlotRolledBack: { status: () => 'rolled_back', parent_slot: () => null },
  SolPriceObserved: {
    observed_by: (fact) => (fact as Fact & { kind: 'SolPriceObserved' }).from,
  },
  SocialObserved: {
    posts_1h: (fact) => (fact as Fact & { kind: 'SocialObserved' }).posts1h,
    posts_24h: (fact) => (fact as Fact & { kind: 'SocialObserved' }).posts24h,
  },
  VolumePlaceObserved: {
    volume_usd_1h: (fact) => (fact as Fact & { kind: 'VolumePlaceObserved' }).volumeUsd1h,
  },
  MintObserved: {
    extension_names: (fact) => (fact as Fact & { kind: 'MintObserved' }).extensions.map(({ name }) => name),
    extension_values: (fact) =>
      (fact as Fact & { kind: 'MintObserved' }).extensions.map(({ values }) => values),
  },
  HoldersObserved: {
    accounts: (fact) => accountsOf(fact).map(({ account }) => account),
    owners: (fact) => accountsOf(fact).map(({ owner }) => owner),
    amounts: (fact) => accountsOf(fact).map(({ amount }) => amount),
  },
  LikenessObserved: {
    ...likeColumns('same_name', 'sameName'),
    ...likeColumns('same_picture', 'samePicture'),
    ...likeColumns('theme', 'theme'),
    theme_word: (fact) => (fact as LikenessObserved).theme?.word ?? null,
  },
};
const accountsOf = (fact: Fact) => (fact as Fact & { kind: 'HoldersObserved' }).accounts;
const READ_SOURCE: Record<string, Read> = {
  source_kind: (_, source) => source.kind,
  source_name: (_, source) => source.name,
  answered_by: (fact) => (fact as Answer).from,
};

const fieldOf = (column: string) =>
  column.replace(/_[a-z0-9]/g, (part) => part.slice(1).toUpperCase()) as keyof Fact;

function readsOf(kind: FactKind): Read[] {
  return columnsOf(TABLE_OF_KIND[kind]).map((column) => {
    const field = fieldOf(column);
    return READ_OTHERWISE[kind]?.[column] ?? READ_SOURCE[column] ?? ((fact) => fact[field] as Cell);
  });
}

const READS = Object.fromEntries(
  (Object.keys(TABLE_OF_KIND) as FactKind[]).map((kind) => [kind, readsOf(kind)]),
) as Record<FactKind, Read[]>;

export const rowOfFact = (fact: Fact, source: Source): TableRow => ({
  table: TABLE_OF_KIND[fact.kind],
  cells: READS[fact.kind].map((read) => read(fact, source)),
});
