/**
 * Takes out of a reader's settings what tools send to every server, and what is so here without saying: they read only, and
 * a result of `max_result_rows` with `result_overflow_mode=break` (JDBC's `setMaxRows`) is a `LIMIT`.
 */
export function adoptUsualSettings(settings: Map<string, string>): void {
  if (['1', '2'].includes(settings.get('readonly') ?? '')) settings.delete('readonly');
  const rows = settings.get('max_result_rows') ?? '';
  if (settings.get('result_overflow_mode') === 'throw') settings.delete('result_overflow_mode');
  if (settings.get('result_overflow_mode') !== 'break' || !/^[1-9]\d*$/.test(rows)) return;
  settings.delete('result_overflow_mode');
  settings.delete('max_result_rows');
  settings.set('limit', rows);
}
