// Parses a request of ClickHouse's HTTP interface.
import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface ClickHouseRequest {
  queryId: string;
  database: string;
  /**
   * From the URL, from the body, or started in the URL and continued in the body, as the interface allows.
   */
  sql: string;
  /** The data of an INSERT after the statement. */
  data: Buffer | null;
  defaultFormat: string;
  settings: Record<string, string>;
  params: Record<string, string>;
  gzip: boolean;
}

const NOT_SETTINGS = new Set([
  'query',
  'query_id',
  'session_id',
  'session_timeout',
  'session_check',
  'database',
  'default_format',
  'user',
  'password',
  'role',
  'quota_key',
  'compress',
  'decompress',
  'enable_http_compression',
  'wait_end_of_query',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'http_response_buffer_size',
  'http_zlib_compression_level',
  // The server’s buffer for small inserts. In-process it only delays, and an insert must be stored when it is
  // answered.
  'async_insert',
  'wait_for_async_insert',
  'async_insert_busy_timeout_ms',
  'async_insert_busy_timeout_max_ms',
]);

export async function readRequest(request: IncomingMessage): Promise<ClickHouseRequest> {
  const url = new URL(request.url ?? '/', 'http://front');
  const fromUrl = url.searchParams.get('query');
  const body = await readBody(request);
  const settings: Record<string, string> = {};
  const params: Record<string, string> = {};
  for (const [name, value] of url.searchParams) {
    if (name.startsWith('param_')) params[name.slice('param_'.length)] = value;
    else if (!NOT_SETTINGS.has(name)) settings[name] = value;
  }
  const isInsert = fromUrl !== null && /^\s*insert\s/i.test(fromUrl);
  return {
    queryId: url.searchParams.get('query_id') ?? crypto.randomUUID(),
    database: url.searchParams.get('database') ?? headerText(request, 'x-clickhouse-database') ?? 'default',
    sql: isInsert ? fromUrl : [fromUrl, body.toString('utf8')].filter(Boolean).join('\n'),
    data: isInsert && body.length > 0 ? body : null,
    defaultFormat:
      url.searchParams.get('default_format') ?? headerText(request, 'x-clickhouse-format') ?? 'TabSeparated',
    settings,
    params,
    gzip:
      url.searchParams.get('enable_http_compression') === '1' &&
      /\bgzip\b/.test(headerText(request, 'accept-encoding') ?? ''),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return headerText(request, 'content-encoding') === 'gzip' ? gunzipSync(body) : body;
}

function headerText(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}
