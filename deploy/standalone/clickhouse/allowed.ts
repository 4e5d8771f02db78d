// What the guard lets through. Everything the engine knows beyond these lists is refused: a new engine
// version that learns another way to read a file or to call out does not open it here.

/** Table functions that read nothing but their arguments or this store. */
export const TABLE_FUNCTIONS = new Set([
  'format',
  'generaterandom',
  'generateseries',
  'generate_series',
  'merge',
  'mergetreeindex',
  'mergetreeprojection',
  'null',
  'numbers',
  'numbers_mt',
  'primes',
  'sqlstandardvalues',
  'values',
  'view',
  'viewexplain',
  'viewifpermitted',
  'zeros',
  'zeros_mt',
]);

/** Ordinary functions that reach outside: files, models on disk, other servers, language-model services. */
export const REFUSED_FUNCTIONS =
  /^(file|catboostevaluate|hascolumnintable|ai(classify|extract|generate|translate|embed)\w*)$/;

export const TABLE_ENGINES = new Set([
  'MergeTree',
  'ReplacingMergeTree',
  'SummingMergeTree',
  'AggregatingMergeTree',
  'CollapsingMergeTree',
  'VersionedCollapsingMergeTree',
  'CoalescingMergeTree',
  'Memory',
  'Null',
  'Log',
  'TinyLog',
  'StripeLog',
  'Set',
  'Join',
  'Buffer',
  'Merge',
  'View',
  'MaterializedView',
]);

export const DATABASE_ENGINES = new Set(['Atomic', 'Memory']);

/** Statements that only read. The rest of `VERBS` may run on the main port alone. */
export const READ_VERBS = new Set(['SELECT', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS']);

export const VERBS = new Set([
  ...READ_VERBS,
  'INSERT',
  'CREATE',
  'ALTER',
  'DROP',
  'TRUNCATE',
  'RENAME',
  'EXCHANGE',
  'OPTIMIZE',
  'CHECK',
  'DELETE',
  'UPDATE',
  'KILL',
]);

/** Prefixes of the settings that a client may send: formats, limits, planning, deduplication. */
const SETTING_PREFIXES =
  /^(output_format_|input_format_|format_(csv|binary|json|custom|tsv)_|date_time_|schema_inference_|max_|min_|insert_|deduplicate_|async_insert|wait_for_async_insert|optimize_|query_plan_|join_|group_by_|distinct_|allow_|enable_|use_|force_|parallel_view_|materialized_views_|mutations_sync|alter_sync|lightweight_|update_|apply_|cast_|flatten_nested|empty_result_|aggregate_functions_|transform_null_in|union_default_mode|except_default_mode|intersect_default_mode|any_join_|short_circuit_|extremes|totals_|final$|log_comment|log_queries|session_timezone|timeout_|read_overflow|result_overflow|set_overflow|sort_overflow|throw_|do_not_merge_|prefer_|compile_|count_distinct_|data_type_default_|validate_|describe_|show_|analyzer_|dictionary_|query_cache_|select_|check_|exact_rows|asterisk_|local_filesystem_read_method|merge_tree_)/;

/** Among these, what would read or write a path, call out, change the language or loosen a guard. */
const REFUSED_SETTINGS =
  /(_path$|_file$|file_path|dialect|introspection|allow_ddl|url|iceberg|paimon|delta_?lake|s3|hdfs|azure|hudi|named_collection|remote|keeper|archive|filesystem|(^|_)ai(_|$)|output_format_schema|unrestricted|custom_settings|server_memory|max_untracked)/;

export const isAllowedSetting = (name: string): boolean =>
  SETTING_PREFIXES.test(name) && !REFUSED_SETTINGS.test(name);

/** Settings of a MergeTree table that name a place to store. */
export const isAllowedTableSetting = (name: string): boolean =>
  !/disk|storage_policy|path|zookeeper|remote|zero_copy/.test(name);

/** URL parameters of ClickHouse's HTTP interface that need no answer from the engine. */
export const HTTP_ONLY = new Set([
  'wait_end_of_query',
  'http_wait_end_of_query',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'http_send_progress_interval_ms',
  'http_response_buffer_size',
  'http_zlib_compression_level',
  'http_write_exception_in_output_format',
  'cancel_http_readonly_queries_on_client_close',
  'buffer_size',
]);
