const GIB = 1024 ** 3;

/** What a statement of an analyst may cost, as docs/analysts.md says: at the port of `npm start`, and of the user `analyst` of a server. */
export const ANALYST_LIMITS = {
  max_execution_time: 30,
  max_result_rows: 100_000,
  max_result_bytes: 128 * 1024 ** 2,
  max_memory_usage: GIB,
  max_threads: 2,
  // A statement of 256 KiB, and what settings make longer of it.
  max_query_size: 512 * 1024,
};

/** What a whole result may cost: by way of a file at the port of `npm start`, and where a statement asks a server for it. */
export const EXPORT_LIMITS: Record<keyof typeof ANALYST_LIMITS, number> = {
  ...ANALYST_LIMITS,
  max_execution_time: 300,
  max_result_rows: 10_000_000,
  max_result_bytes: 8 * GIB,
};

/** Room on disk for what does not fit into memory while a statement runs: sorts, joins, groups. */
export const ANALYST_TEMPORARY_BYTES = 2 * GIB;

/** How many of an analyst's statements run at a time. */
export const ANALYST_STATEMENTS = 2;
