// The only access to the records tables: ClickHouse SQL through @clickhouse/client, on either engine.
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { RecordsConfig } from '#config';
import { AppError } from '#lib/app-error';
import { freeBytes } from '#lib/free-bytes';
import { NO_WATCH, type WatchedEvent, type ServiceWatch } from '#lib/watch';
import { Pace } from '#lib/yield-to-event-loop';
import type { EngineConnections, EngineOptions } from './connections.ts';
import type { SilenceWatch } from '#lib/silence-watch';
import { recordsClosed, recordsUnreachable, translateRecords } from './errors.ts';
import { openEmbedded } from './embedded.ts';
import { jsonLines } from './json-lines.ts';
import { inlineParams } from './literal.ts';
import { bindable, type Params } from './params.ts';
import type { Requester } from './fair-connection-pool.ts';
import { openServer } from './server.ts';
import type { ByteFormat } from './streams.ts';
import { withLowPriority, INSERT_SECONDS, insertSettings, type InsertMode } from './settings.ts';

export type { EngineOptions } from './connections.ts';
export type { Params } from './params.ts';

export type RecordsTable =
  | 'calls'
  | 'observations'
  | 'call_content'
  | 'messages'
  | 'agg_15m'
  | 'arrivals'
  | 'staged_costs'
  | 'staged_erasures'
  | 'staged_additions'
  | 'schema_migrations';

export interface ServerCall {
  /** Its id in the server's list of running queries. */
  queryId: string;
  /** Time limit for the answer; the server may still finish the query. */
  withinMs: number;
}

export interface Activity {
  running: number;
  waiting: number;
}

export interface RecordsEngine {
  readonly kind: RecordsConfig['kind'];
  readonly database: string;
  /** For a query: a source for FROM with the account's calls that are not in `calls` yet. */
  readonly unloaded?: string | undefined;
  /** The same for the other tables. */
  readonly unloadedObservations?: string | undefined;
  readonly unloadedContents?: string | undefined;
  readonly unloadedMessages?: string | undefined;
  /** A question without an account belongs to the service and has priority over those of accounts. */
  query<Row>(sql: string, params?: Params, requester?: Partial<Requester>): Promise<Row[]>;
  /**
   * Returns rows in batches while the engine still reads. Ending the loop or aborting the signal stops the
   * query. In-process, parameters are written into the statement (literal.ts).
   */
  streamRows<Row>(sql: string, params: Params, signal: AbortSignal): AsyncIterable<Row[]>;
  /** In-process only: a server that fails half-way writes its error into the bytes. */
  streamBytes(
    sql: string,
    params: Params,
    format: ByteFormat,
    signal: AbortSignal,
  ): AsyncIterable<Uint8Array>;
  /** The answer as one Parquet file. */
  streamParquet(sql: string, params: Params, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** A statement without a result. In-process, commands and inserts run one after the other. */
  command(sql: string, params?: Params, call?: ServerCall): Promise<void>;
  /**
   * Rows as JSON, for small or rare inserts. An insert repeated with the same `token` stores the rows once.
   */
  insert(table: RecordsTable, rows: object[], token?: string, call?: ServerCall): Promise<void>;
  /**
   * Rows in RowBinary; stored when it resolves. Server only: in-process, the settings of one statement would
   * persist.
   */
  insertRows(
    table: RecordsTable,
    columns: string,
    rows: Uint8Array,
    mode: InsertMode,
    call?: ServerCall,
  ): Promise<void>;
  /**
   * In-process, inserts are not on disk when they resolve. They are on disk when this resolves to true. False:
   * this machine cannot sync the whole file system, and inserts sync by themselves (writer/unsynced-loads.ts).
   */
  sync?(): Promise<boolean>;
  /** In-process: whether `sync` is possible. This starts no further sync. */
  canSync?(): Promise<boolean>;
  /** Queries that have a connection, and those that wait for one. */
  activity?(): Activity;
  close(): Promise<void>;
}

export async function openEngine(config: RecordsConfig, options: EngineOptions = {}): Promise<RecordsEngine> {
  const connections =
    config.kind === 'embedded' ? await openEmbedded(config, options) : await openServer(config.url, options);
  return engineOver(connections, options.insertSeconds ?? INSERT_SECONDS, options.watch ?? NO_WATCH);
}

function engineOver(
  { kind, database, reads, writes, streams, silence, sync, canSync, end }: EngineConnections,
  insertSeconds: number,
  watch: ServiceWatch,
): RecordsEngine {
  const { reported, reportedEach } = reports(watch);
  const closing = new AbortController();
  /** In-process, bound values would serialise all queries of the process (literal.ts). */
  const asked = (query: string, params: Params = {}, heavy = false) =>
    kind === 'embedded'
      ? { query: inlineParams(heavy ? withLowPriority(query, isAlone()) : query, params) }
      : { query, ...bound(params) };
  /** No other question runs or waits beside the one that is about to run. */
  const isAlone = (): boolean => {
    const { running, waiting } = reads.activity();
    return running <= 1 && waiting === 0;
  };
  const until = (signal: AbortSignal) => AbortSignal.any([signal, closing.signal]);
  const command = async (sql: string, params?: Params, call?: ServerCall): Promise<void> => {
    const named = call && {
      query_id: call.queryId,
      abort_signal: AbortSignal.timeout(call.withinMs),
    };
    await reported(
      'command',
      writes.run((client) => client.command({ query: sql, ...bound(params), ...named })),
    );
  };
  return {
    kind,
    database,
    query: <Row>(sql: string, params?: Params, { account, heavy = false }: Partial<Requester> = {}) =>
      reported(
        'query',
        answered(silence, (signal) =>
          reads.run(account === undefined ? null : { account, heavy }, async (client) => {
            const statement = asked(sql, params, heavy);
            if (kind === 'embedded') {
              const { stream } = await client.exec({ query: `${statement.query}\nFORMAT JSONEachRow` });
              return rowsIn<Row>(stream);
            }
            const result = await client.query({
              format: 'JSONEachRow',
              ...statement,
              ...(signal && { abort_signal: signal }),
            });
            return result.json<Row>();
          }),
        ),
      ),
    streamRows: <Row>(sql: string, params: Params, signal: AbortSignal) =>
      reportedEach(answeredEach(silence, until(signal), (ended) => streams.rows<Row>(sql, params, ended))),
    streamBytes: (sql, params, format, signal) =>
      reportedEach(streams.bytes(sql, params, format, until(signal))),
    streamParquet: (sql, params, signal) =>
      reportedEach(answeredEach(silence, until(signal), (ended) => streams.parquet(sql, params, ended))),
    command,
    insert: async (table, rows, token, call) => {
      if (rows.length > 0) await command(insertSql(table, rows, token), undefined, call);
    },
    insertRows: async (table, columns, rows, mode, call) => {
      if (kind !== 'server') throw new Error('The in-process engine loads rows from files.');
      await reported(
        'command',
        writes.run(async (client) => {
          const { stream } = await client.exec({
            query: `INSERT INTO ${table} (${columns}) FORMAT RowBinary`,
            values: Readable.from([rows], { objectMode: false }),
            clickhouse_settings: insertSettings(mode),
            abort_signal: AbortSignal.timeout(Math.min(insertSeconds * 1_000, call?.withinMs ?? Infinity)),
            ...(call && { query_id: call.queryId }),
          });
          await finished(stream.resume());
        }),
      );
    },
    activity: () => reads.activity(),
    ...(sync && { sync }),
    ...(canSync && { canSync }),
    close: async () => {
      closing.abort(recordsClosed());
      await Promise.all([reads.close(), writes.close(), streams.close()]);
      await end();
    },
  };
}

/** Fails when the server hangs, and releases the connection. */
async function answered<Result>(
  silence: SilenceWatch | null,
  ask: (signal: AbortSignal | null) => Promise<Result>,
  hanging = new AbortController(),
): Promise<Result> {
  if (silence === null) return ask(null);
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const done = silence.watch(() => {
    reject(recordsUnreachable());
    hanging.abort();
  });
  try {
    return await Promise.race([ask(hanging.signal), givenUp]);
  } finally {
    done();
  }
}

/**
 * The same for an answer in parts. Only the time between parts counts, not the time that the reader takes for
 * one.
 */
async function* answeredEach<Part>(
  silence: SilenceWatch | null,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  const hanging = new AbortController();
  const parts = ask(AbortSignal.any([signal, hanging.signal]))[Symbol.asyncIterator]();
  try {
    for (;;) {
      const part = await answered(silence, () => parts.next(), hanging);
      if (part.done) return;
      yield part.value;
    }
  } finally {
    const ended = parts.return?.();
    // A hanging stream may take long to end. Nothing waits for it.
    if (hanging.signal.aborted) void ended?.catch(() => undefined);
    else await ended;
  }
}

/** In-process the whole answer is one chunk. */
async function rowsIn<Row>(chunks: AsyncIterable<Buffer>): Promise<Row[]> {
  const pace = new Pace();
  const rows: Row[] = [];
  for await (const chunk of chunks) {
    for (const [row] of jsonLines<Row>(chunk)) {
      rows.push(row);
      if (pace.isDue) await pace.rest();
    }
    freeBytes(chunk);
  }
  return rows;
}

const bound = (params: Params | undefined) => (params ? { query_params: bindable(params) } : {});

type Work = Extract<WatchedEvent, { event: 'engine_error' }>['work'];

function reports(watch: ServiceWatch) {
  const noted = (work: Work, error: unknown): unknown => {
    const known = translateRecords(error);
    const reason = known instanceof AppError ? known.reason : 'internal_error';
    watch.count({ event: 'engine_error', work, reason });
    return known;
  };
  const reported = async <Result>(work: Work, running: Promise<Result>): Promise<Result> => {
    try {
      return await running;
    } catch (error) {
      throw noted(work, error);
    }
  };
  async function* reportedEach<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    try {
      yield* parts;
    } catch (error) {
      throw noted('stream', error);
    }
  }
  return { reported, reportedEach };
}

/**
 * The in-process engine ends inline data at the first blank line and runs the rest as SQL. JSON.stringify
 * never writes a line break, so every line here is a row and none is blank. The token is part of the
 * statement: as a setting of the connection it would drop the next insert as a duplicate.
 */
function insertSql(table: RecordsTable, rows: object[], token: string | undefined): string {
  if (token !== undefined && !/^[\w.:-]{1,200}$/.test(token)) throw new Error('Not a deduplication token.');
  // A server buffers small inserts by itself, and buffered inserts have no token.
  const settings =
    token === undefined
      ? ''
      : ` SETTINGS async_insert = 0, deduplicate_blocks_in_dependent_materialized_views = 1, insert_deduplication_token = '${token}'`;
  const lines = rows.map((row) => JSON.stringify(row)).join('\n');
  return `INSERT INTO ${table}${settings} FORMAT JSONEachRow\n${lines}`;
}
