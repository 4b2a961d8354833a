// A record engine that reports what it read: each statement uses the format that contains the engine's own
// count, which is the same in-process and on a server. It uses one thread and no cache of earlier filters, so
// that the same query always has the same count.
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import type { RecordsConfig } from '#config';
import type { Params, RecordsEngine } from '../../src/store/records/engine/engine.ts';
import { inlineParams } from '../../src/store/records/engine/literal.ts';
import { settingsSql } from '../../src/store/records/engine/settings.ts';

export interface Read {
  statements: number;
  rows: number;
  bytes: number;
}

const SETTINGS = settingsSql({
  max_threads: 1,
  use_query_condition_cache: 0,
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
  max_block_size: 65_409,
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 0,
  session_timezone: 'UTC',
});

interface Answer<Row> {
  data: Row[];
  statistics: { rows_read: number; bytes_read: number };
}

export const NONE: Readonly<Read> = { statements: 0, rows: 0, bytes: 0 };

export class CountingEngine {
  readonly #client: ClickHouseClient;
  readonly #over: RecordsEngine;

  private constructor(client: ClickHouseClient, over: RecordsEngine) {
    this.#client = client;
    this.#over = over;
  }

  static async open(config: RecordsConfig, over: RecordsEngine): Promise<CountingEngine> {
    const quiet = { log: { level: ClickHouseLogLevel.OFF } };
    if (config.kind === 'server') {
      const url = new URL(config.url);
      url.pathname = '/';
      const { database } = over;
      return new CountingEngine(createClient({ ...quiet, url, database, request_timeout: 300_000 }), over);
    }
    const { createChdbConnection } = await import('chdb/connection');
    const client = createClient({
      ...quiet,
      connection: createChdbConnection({ path: config.path }) as never,
    });
    await client.command({ query: `USE ${over.database}` });
    return new CountingEngine(client, over);
  }

  /** Everything that the queries of `work` read. */
  async of(work: (engine: RecordsEngine) => Promise<unknown>): Promise<Read> {
    const read = { ...NONE };
    const ask = async <Row>(sql: string, params: Params = {}): Promise<Row[]> => {
      // Inlined into the statement, because the in-process engine runs statements with bound values one at a
      // time.
      const query = `${inlineParams(sql, params)}\nSETTINGS ${SETTINGS}`;
      const result = await this.#client.query({ query, format: 'JSON' });
      const { data, statistics } = (await result.json()) as unknown as Answer<Row>;
      read.statements += 1;
      read.rows += statistics.rows_read;
      read.bytes += statistics.bytes_read;
      return data;
    };
    await work({
      ...this.#over,
      query: ask,
      streamRows: async function* <Row>(sql: string, params: Params) {
        yield await ask<Row>(sql, params);
      },
    });
    return read;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
