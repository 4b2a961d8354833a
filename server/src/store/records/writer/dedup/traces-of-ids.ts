// The id of a span's record is `<trace>-<span>`. The table of observations is ordered by trace, so a look-up
// by id needs it.

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const KNOWN_TRACE = new RegExp(`^(?:[0-9a-f]{32}|${UUID})(?=-.)`, 'i');
const ONLY_UUID = new RegExp(`^${UUID}$`, 'i');

/** Dashes in a trace id that the client chose. compat/ replaces ids with more of them. */
export const MAX_TRACE_DASHES = 8;

/**
 * The limit for all guesses. A ClickHouse server takes 128 KiB for a parameter, and ids of the usual forms
 * may take up half.
 */
const MAX_GUESSED_CHARS = 48 * 1_024;

/**
 * The traces that the records can belong to. Ids of OpenTelemetry and UUIDs show where the trace ends. For
 * other ids, each dash may be the end.
 */
export function tracesOfIds(ids: Iterable<string>): string[] {
  const traces = new Set<string>();
  let guessed = 0;
  for (const id of ids) {
    const [known] = KNOWN_TRACE.exec(id) ?? [];
    if (known !== undefined) traces.add(known);
    else if (!ONLY_UUID.test(id)) {
      for (const trace of guesses(id)) {
        if (guessed + trace.length > MAX_GUESSED_CHARS) break;
        guessed += trace.length;
        traces.add(trace);
      }
    }
  }
  return [...traces];
}

function* guesses(id: string): Iterable<string> {
  let dashes = 0;
  for (let at = id.indexOf('-', 1); at > 0 && dashes <= MAX_TRACE_DASHES; at = id.indexOf('-', at + 1)) {
    dashes += 1;
    if (at < id.length - 1) yield id.slice(0, at);
  }
}
