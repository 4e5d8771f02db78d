// What the guard lets through. Everything the engine knows beyond these lists is refused: a new engine
// version that learns another way to read a file or to call out does not open it here.

/** Table functions that read nothing but their arguments or this store. */
export const TABLE_FUNCTIONS = new Set([
  'format',
  'generaterandom',
  'generateseries',
  'generate_series',
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

/**
 * Ordinary functions that reach outside: files, models on disk, other servers, language-model services, the server's log;
 * and those that tell where on which machine this runs. Since a function can be passed by its name, nothing else may have it.
 */
export const REFUSED_FUNCTIONS =
  /^(file|catboostevaluate|naivebayesclassifier\w*|hascolumnintable|ai(classify|extract|generate|translate|embed)\w*|generateserialid|logtrace|getclienthttpheader|getserversetting|getmacro|filesystem(available|capacity|free|unreserved))$/;

/**
 * More that tell of the machine, but take no argument. A function that is passed by its name is always given one, so these run
 * only where a parenthesis follows, and columns may have their names.
 */
export const REFUSED_CALLS =
  /^(hostname|fqdn|fullhostname|displayname|serveruuid|getoskernelversion|tid|showcertificate)$/;

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
  'View',
  'MaterializedView',
]);

export const DATABASE_ENGINES = new Set(['Atomic', 'Memory']);

/** Statements that only read. The rest of `VERBS` may run on the main port alone. */
export const READ_VERBS = new Set(['SELECT', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS']);

/** What SHOW may list. The rest shows others' statements, users, disks or caches. */
export const SHOWN = new Set([
  'CHANGED',
  'COLUMNS',
  'CREATE',
  'DATABASES',
  'ENGINES',
  'EXTENDED',
  'FIELDS',
  'FULL',
  'FUNCTIONS',
  'INDEX',
  'INDEXES',
  'INDICES',
  'KEYS',
  'SETTING',
  'SETTINGS',
  'TABLES',
]);

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
  /^(output_format_|input_format_|format_(csv|binary|json|custom|tsv)_|date_time_|schema_inference_|max_|min_|insert_|deduplicate_|async_insert|wait_for_async_insert|optimize_|query_plan_|join_|group_by_|distinct_|allow_|enable_|use_|force_|parallel_view_|materialized_views_|mutations_sync|alter_sync|lightweight_|update_|apply_|cast_|flatten_nested|empty_result_|aggregate_functions_|transform_null_in|union_default_mode|except_default_mode|intersect_default_mode|any_join_|short_circuit_|extremes|totals_|final$|log_comment|log_queries|session_timezone|timeout_|read_overflow|result_overflow|set_overflow|sort_overflow|throw_|do_not_merge_|defer_partition_pruning_|prefer_|compile_|count_distinct_|data_type_default_|validate_|describe_|show_|analyzer_|dictionary_|query_cache_|select_|check_|exact_rows|asterisk_|local_filesystem_read_method|merge_tree_)/;

/** Among these, what would read or write a path, call out, change the language or loosen a guard. */
const REFUSED_SETTINGS =
  /(_path$|_file$|file_path|dialect|introspection|allow_ddl|url|iceberg|paimon|delta_?lake|s3|hdfs|azure|hudi|named_collection|remote|keeper|archive|filesystem|(^|_)ai(_|$)|output_format_schema|unrestricted|custom_settings|server_memory|max_untracked)/;

export const isAllowedSetting = (name: string): boolean =>
  SETTING_PREFIXES.test(name) && !REFUSED_SETTINGS.test(name);

/**
 * Settings that a client may send who reads only and within limits: how an answer is written, how SQL is understood,
 * tighter limits. What would cut an answer without an error (`…_overflow_mode`) is left out.
 */
const HARMLESS_SETTINGS =
  /^(output_format_\w+|format_(csv|tsv|custom|binary)_\w+|formatdatetime_\w+|date_time_(input|output)_format|date_time_overflow_behavior|session_timezone|join_(use_nulls|algorithm|default_strictness)|any_join_distinct_right_table_keys|group_by_use_nulls|transform_null_in|(union|except|intersect)_default_mode|aggregate_functions_null_for_empty|empty_result_for_aggregation_by_empty_set|prefer_column_name_to_alias|count_distinct_implementation|cast_keep_nullable|cast_string_to_dynamic_use_inference|short_circuit_function_evaluation|final|extremes|totals_mode|limit|offset|log_comment|max_(threads|execution_time|result_rows|result_bytes|memory_usage|rows_to_read|bytes_to_read|query_size))$/;

export const isHarmlessSetting = (name: string): boolean =>
  HARMLESS_SETTINGS.test(name) && !REFUSED_SETTINGS.test(name);

/** What `isHarmlessSetting` accepts, for the sentence that refuses another. */
export const HARMLESS_IN_WORDS =
  'output_format_*, format_csv_* and the like, date_time_*, session_timezone, join_use_nulls, join_algorithm, final, limit, offset and tighter max_* limits';

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
