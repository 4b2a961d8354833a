// Replaces a ClickHouse server in tests: the in-process engine behind the part of ClickHouse's HTTP interface
// that its client uses. It has no users, no sessions, no progress headers and no cluster features.
import { createServer, type Server, type ServerResponse } from 'node:http';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { gzip } from 'node:zlib';
import { text } from 'node:stream/consumers';
import { dieBehind, isAbout, readFault, type Fault } from './fault.ts';
import { insertFromFile, splitInsert } from './insert.ts';
import { loadChdb, type NativeResult } from './native.ts';
import { readRequest, type ClickHouseRequest } from './request.ts';
import { Sessions } from './sessions.ts';

const CONNECTIONS = 4;

/** Exception codes for which the real server uses a status other than 500. */
const STATUS: Record<string, number> = {
  '36': 400, // BAD_ARGUMENTS
  '43': 400, // ILLEGAL_TYPE_OF_ARGUMENT
  '47': 404, // UNKNOWN_IDENTIFIER
  '53': 400, // TYPE_MISMATCH
  '60': 404, // UNKNOWN_TABLE
  '62': 400, // SYNTAX_ERROR
  '81': 404, // UNKNOWN_DATABASE
  '115': 404, // UNKNOWN_SETTING
  '117': 400, // INCORRECT_DATA
  '159': 408, // TIMEOUT_EXCEEDED
  '456': 400, // UNKNOWN_QUERY_PARAMETER
};

interface Front {
  server: Server;
  close(): Promise<void>;
}

export function startFront(folder: string): Front {
  const bodies = path.join(folder, 'bodies');
  mkdirSync(bodies, { recursive: true });
  const sessions = new Sessions(loadChdb(), path.join(folder, 'engine'), CONNECTIONS);

  let fault: Fault | null = null;
  /** Ids of running statements, because the engine does not know the ids that clients choose. */
  const running = new Set<string>();

  const execute = async (request: ClickHouseRequest): Promise<NativeResult> => {
    const { defaultFormat: format, database, settings, params } = request;
    const sql = request.sql.replace(/\bsystem\.processes\b/, () => processes(running));
    const run = (text: string) => sessions.run({ sql: text, format, database, settings, params });
    const insert = splitInsert(sql, request.data);
    const whole = () => (insert ? insertFromFile(bodies, insert.head, insert.data, run) : run(sql));
    if (fault === null || !isAbout(fault, sql)) return whole();
    return dieBehind(fault, run, whole);
  };

  // Parameters are sent in the URL, for which the real server allows a megabyte.
  const server = createServer({ maxHeaderSize: 1 << 20, keepAliveTimeout: 10_000 }, (message, response) => {
    if (message.url === '/ping' || message.url === '/replicas_status') {
      response.end('Ok.\n');
      return;
    }
    void (async () => {
      try {
        if (message.url === '/fault') {
          fault = readFault(await text(message));
          response.end('Ok.\n');
          return;
        }
        const request = await readRequest(message);
        response.setHeader('X-ClickHouse-Query-Id', request.queryId);
        running.add(request.queryId);
        const result = await execute(request).finally(() => running.delete(request.queryId));
        answer(response, request, result);
      } catch (error) {
        refuse(response, error);
      }
    })();
  });
  return {
    server,
    close: async () => {
      server.closeIdleConnections();
      await new Promise((resolve) => server.close(resolve));
      sessions.close();
    },
  };
}

const processes = (ids: ReadonlySet<string>): string =>
  `(SELECT arrayJoin([${[...ids].map((id) => `'${id.replaceAll(/[^\w.:-]/g, '')}'`).join(', ')}]) AS query_id)`;

function answer(response: ServerResponse, request: ClickHouseRequest, result: NativeResult): void {
  // For an INSERT, the engine counts the rows from its file as read.
  const written = /^\s*insert\s/i.test(request.sql) ? result.rowsRead : 0;
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
  response.setHeader('X-ClickHouse-Format', formatOf(request));
  response.setHeader('X-ClickHouse-Timezone', 'UTC');
  response.setHeader(
    'X-ClickHouse-Summary',
    JSON.stringify({
      read_rows: String(result.rowsRead),
      read_bytes: String(result.bytesRead),
      written_rows: String(written),
      written_bytes: '0',
      total_rows_to_read: '0',
      result_rows: String(written),
      result_bytes: String(result.bytes.length),
      elapsed_ns: String(Math.round(result.elapsed * 1e9)),
    }),
  );
  if (!request.gzip) return void response.end(result.bytes);
  response.setHeader('Content-Encoding', 'gzip');
  // Asynchronously, because the event loop has to answer pings meanwhile.
  gzip(result.bytes, { level: 1 }, (error, bytes) => (error ? response.destroy(error) : response.end(bytes)));
}

const formatOf = ({ sql, defaultFormat }: ClickHouseRequest): string =>
  /\sformat\s+(\w+)\s*;?\s*$/i.exec(sql)?.[1] ?? defaultFormat;

function refuse(response: ServerResponse, error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  const code = /Code: (\d+)\./.exec(text)?.[1] ?? '1000';
  response.statusCode = STATUS[code] ?? 500;
  response.setHeader('X-ClickHouse-Exception-Code', code);
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
  const whole = text.startsWith('Code: ') ? text : `Code: ${code}. DB::Exception: ${text} (POCO_EXCEPTION)`;
  response.end(`${whole} (version in-process)\n`);
}
