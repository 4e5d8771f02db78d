/** Reads from ClickHouse what live tokens traded for in an hour. */
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import { z } from 'zod';
import type { AskRows } from '../stored-rows.js';
import type { ReadVolumes } from './places.js';

const UNTIL =
  'SELECT toFloat64(toUnixTimestamp64Milli(min(time))) AS untilAt, count() AS scans FROM scans_latest';
const VOLUMES = `
  SELECT mint, volume_usd_1h AS volumeUsd
  FROM token_scores_latest
  WHERE source_kind = {kind:String} AND volume_usd_1h IS NOT NULL
    AND last_trade_at > fromUnixTimestamp64Milli({from:Int64})
    -- No row is older than the trade that it tells of: partitions of before need not be read, and have no newer row.
    AND time > fromUnixTimestamp64Milli({from:Int64})
  SETTINGS defer_partition_pruning_after_final = 0`;

const Until = z.tuple([z.object({ untilAt: z.number(), scans: z.coerce.number() })]);
const Volumes = z.array(z.object({ mint: z.string(), volumeUsd: z.number() }));

/** Up to where the partition stands that is stored least far. Null where none is. */
export const readVolumesOf =
  (ask: AskRows): ReadVolumes =>
  async (kind) => {
    const [{ untilAt, scans }] = Until.parse(await ask(UNTIL, {}));
    if (scans === 0) return null;
    const rows = Volumes.parse(await ask(VOLUMES, { kind, from: Math.floor(untilAt) - WINDOW_MS.h1 }));
    return { untilAt, volumesUsd: new Map(rows.map(({ mint, volumeUsd }) => [mint, volumeUsd])) };
  };
