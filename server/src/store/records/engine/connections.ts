import type { ClickHouseClient } from '@clickhouse/client';
import type { RecordsConfig } from '#config';
import type { SilenceWatch } from '#lib/silence-watch';
import type { Pool } from './pool.ts';
import type { FairConnectionPool } from './fair-connection-pool.ts';
import type { Streams } from './streams.ts';

/** What the two engines differ in: their connections, and how they end. */
export interface Connections {
  kind: RecordsConfig['kind'];
  database: string;
  reads: FairConnectionPool<ClickHouseClient>;
  writes: Pool<ClickHouseClient>;
  streams: Streams;
  /** Finds out that a server hangs; in-process there is nothing to find out. */
  silence: SilenceWatch | null;
  /** In-process: all that was written is on disk; false where that cannot be had (disk-sync.ts). A server syncs its inserts. */
  sync?: () => Promise<boolean>;
  /** What the first sync said, which begins before the engine is loaded. */
  canSync?: () => Promise<boolean>;
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
