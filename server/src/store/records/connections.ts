import type { ClickHouseClient } from '@clickhouse/client';
import type { RecordsConfig } from '#config';
import type { Pool } from './pool.ts';
import type { ReadSeats } from './read-seats.ts';
import type { Streams } from './streams.ts';

/** What the two engines differ in: their connections, and how they end. */
export interface Connections {
  kind: RecordsConfig['kind'];
  database: string;
  reads: ReadSeats<ClickHouseClient>;
  writes: Pool<ClickHouseClient>;
  streams: Streams;
  end: () => Promise<void>;
}

/** Only tests and benchmarks set these. */
export interface EngineOptions {
  /** Else the one in the path of the server's URL, else `tracewell`. */
  database?: string;
  /** The longest that a question may take. */
  readSeconds?: number;
  /** The longest that an insert of the direct writer may go unanswered. */
  insertSeconds?: number;
}
