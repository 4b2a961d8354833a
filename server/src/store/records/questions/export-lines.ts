// Lines of an export that the engine writes itself. Parsing a row and writing it out again would cost several
// times as much. For most rows the engine writes the same bytes as the export's own code
// (features/query/export-formats.ts). A row that the two might write differently leaves the engine as JSON
// between two zero bytes, and the export writes it. No line has a zero byte: a line with a control character
// is such a row.
import { quoted } from '../engine/literal.ts';
import { CALL_ALIASES, SHOWS_INHERITED, callFromRow, type CallRow, type ReadCall } from './call-columns.ts';

const EXPORT_FORMS = ['csv', 'json'] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];

/** Finished lines, or a call that the export still has to write. In JSON each line begins with a comma. */
export type ExportPart = Uint8Array | ReadCall;

/** How a column is written. JSON columns hold the text of `JSON.stringify`. */
type Kind = 'text' | 'text or absent' | 'number' | 'time' | 'tags' | 'json' | 'flag';

/** The fields of a call in the order of the interface. */
const FIELDS: readonly [name: string, column: string, kind: Kind][] = [
  ['id', 'id', 'text'],
  ['provider', 'provider', 'text'],
  ['model', 'model', 'text'],
  ['timestamp', 'timestamp_ms', 'time'],
  ['promptTokens', 'prompt_tokens', 'number'],
  ['completionTokens', 'completion_tokens', 'number'],
  ['totalTokens', 'total_tokens', 'number'],
  ['costUsd', 'cost_usd', 'number'],
  ['latencyMs', 'latency_ms', 'number'],
  ['tags', 'tags', 'tags'],
  ['error', 'error', 'text or absent'],
  ['errorDetails', 'error_details', 'json'],
  ['traceId', 'trace_id', 'text or absent'],
  ['spanId', 'span_id', 'text or absent'],
  ['parentSpanId', 'parent_span_id', 'text or absent'],
  ['sessionId', 'session_id', 'text or absent'],
  ['toolCalls', 'tool_calls', 'json'],
  ['piiRedacted', 'pii_redacted', 'flag'],
  ['redactionMetadata', 'redaction_metadata', 'json'],
  ['requestMeta', 'request_meta', 'json'],
];

const time = (column: string): string =>
  `concat(replaceOne(toString(fromUnixTimestamp64Milli(${column}, 'UTC')), ' ', 'T'), 'Z')`;
// Adding 0 turns -0 into 0, as JavaScript writes it.
const number = (column: string): string => `toString(${column} + 0)`;

const inQuotes = (text: string): string =>
  `if(match(${text}, '[",]'), concat('"', replaceAll(${text}, '"', '""'), '"'), ${text})`;

const csvCell: Readonly<Record<Kind, (column: string) => string>> = {
  text: inQuotes,
  'text or absent': inQuotes,
  number,
  time,
  tags: (column) => `if(empty(${column}), '', ${inQuotes(`toJSONString(${column})`)})`,
  json: inQuotes,
  flag: (column) => `if(${column}, 'true', 'false')`,
};

const jsonValue: Readonly<Record<Kind, (column: string) => string>> = {
  text: (column) => `toJSONString(${column})`,
  'text or absent': (column) => `if(empty(${column}), 'null', toJSONString(${column}))`,
  number,
  time: (column) => `concat('"', ${time(column)}, '"')`,
  tags: (column) => `if(empty(${column}), 'null', toJSONString(${column}))`,
  json: (column) => `if(empty(${column}), 'null', ${column})`,
  flag: (column) => `if(${column}, 'true', 'false')`,
};

const between = (parts: readonly string[], separator: string): string[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [quoted(separator), part]));

const LINE: Readonly<Record<ExportForm, string>> = {
  csv: `concat(${between(
    FIELDS.map(([, column, kind]) => csvCell[kind](column)),
    ',',
  ).join(', ')})`,
  json: `concat(',{', ${between(
    FIELDS.map(([name, column, kind]) => `${quoted(`"${name}":`)}, ${jsonValue[kind](column)}`),
    ',',
  ).join(', ')}, '}')`,
};

/** As a literal of the engine. */
const LINE_END: Readonly<Record<ExportForm, string>> = { csv: String.raw`'\r\n'`, json: `''` };

/**
 * Matches lines that JavaScript might write differently: control characters and their escapes, tag names that
 * are numbers (JavaScript orders them), and in CSV text that a spreadsheet might run (lib/csv.ts). It may
 * match more than it has to.
 */
const ODD: Readonly<Record<ExportForm, string>> = {
  csv: String.raw`[\x00-\x1f\x7f;]|\\u|(^|,)"? *([=+@-]|[^\x20-\x7e])|[{,]""[0-9]+"":|(^|,)null(,|$)`,
  json: String.raw`[\x00-\x1f\x7f]|\\u|[{,]"[0-9]+":`,
};

/** JavaScript writes larger numbers with a signed exponent. NaN is not below it either. */
const ORDINARY = 1e21;

/** Wraps the statement of a list, so that only rows of the export become lines. */
export function exportLinesSql(list: string, form: ExportForm): string {
  const numbers = FIELDS.filter(([, , kind]) => kind === 'number').map(([, column]) => column);
  const ordinary = numbers.map((column) => `abs(${column}) < ${ORDINARY.toExponential()}`).join(' AND ');
  const columns = CALL_ALIASES.join(', ');
  // Over an array that is empty for most rows: `if` would evaluate its argument for every row, a quarter of
  // the whole time.
  const rest = `arrayMap(one -> formatRowNoNewline('JSONCompactEachRow', ${columns}), if(plain, emptyArrayUInt8(), [1]))`;
  return `SELECT if(plain, concat(line, ${LINE_END[form]}), concat('\\0', ${rest}[1], '\\0')) AS written
FROM (
SELECT ${LINE[form]} AS line, ${ordinary} AND NOT match(line, ${quoted(ODD[form])}) AND NOT ${SHOWS_INHERITED} AS plain, ${columns}
FROM (
${list}
)
)`;
}

const MARK = 0;
/** Records take several times the memory of their rows, so few exist at a time. */
const BATCH_PARTS = 1_024;

/** A chunk of the engine holds whole rows. */
export async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ExportPart[]> {
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let parts: ExportPart[] = [];
    let from = 0;
    for (let mark = bytes.indexOf(MARK); mark !== -1; mark = bytes.indexOf(MARK, from)) {
      const end = bytes.indexOf(MARK, mark + 1);
      if (end === -1) throw new Error('The engine wrote an incomplete row.');
      if (mark > from) parts.push(bytes.subarray(from, mark));
      parts.push(callFromRow(rowFrom(bytes.toString('utf8', mark + 1, end))));
      from = end + 1;
      if (parts.length < BATCH_PARTS) continue;
      yield parts;
      parts = [];
    }
    if (from < bytes.length) parts.push(bytes.subarray(from));
    yield parts;
  }
}

/**
 * The same from rows, for a server: if it fails half-way, it writes its error into the bytes, and only rows
 * tell the two apart.
 */
export async function* partsOfRows(
  batches: AsyncIterable<readonly { written: string }[]>,
): AsyncGenerator<ExportPart[]> {
  for await (const rows of batches) {
    const parts: ExportPart[] = [];
    let lines = '';
    const endLines = (): void => {
      if (lines !== '') parts.push(Buffer.from(lines));
      lines = '';
    };
    for (const { written } of rows) {
      if (written.charCodeAt(0) === MARK) {
        endLines();
        parts.push(callFromRow(rowFrom(written.slice(1, -1))));
      } else lines += written;
    }
    endLines();
    yield parts;
  }
}

const rowFrom = (text: string): CallRow => {
  const values = JSON.parse(text) as unknown[];
  return Object.fromEntries(CALL_ALIASES.map((column, at) => [column, values[at]])) as unknown as CallRow;
};
