import type { ClickHouseClient } from '@clickhouse/client';
import type { RecordsConfig } from '#config';
import type { SilenceWatch } from '#lib/silence-watch';
import type { ServiceWatch } from '#lib/watch';
import type { Pool } from './pool.ts';
import type { FairConnectionPool } from './fair-connection-pool.ts';
import type { Streams } from './streams.ts';

/** The differences between the two engines: their connections, and how they close. */
export interface EngineConnections {
  kind: RecordsConfig['kind'];
  database: string;
  reads: FairConnectionPool<ClickHouseClient>;
  writes: Pool<ClickHouseClient>;
  streams: Streams;
  /** Detects a server that hangs; null in-process. */
  silence: SilenceWatch | null;
  /**
   * In-process only: syncs everything written to disk; false if the machine cannot (disk-sync.ts). A server
   * syncs its inserts itself.
   */
  sync?: () => Promise<boolean>;
  /** The result of the first sync, which begins before the engine is loaded. */
  canSync?: () => Promise<boolean>;
  end: () => Promise<void>;
}

export interface EngineOptions {
  /** Counts errors. */
  watch?: ServiceWatch;
  /** Default: the name in the path of the server's URL, or `tracewell`. */
  database?: string;
  /** In-process: the engine is loaded, which blocks the thread. From then on it works on threads of its own. */
  onLoaded?: () => void;
  // Only tests and benchmarks set the others.
  /** Time limit of a question. */
  readSeconds?: number;
  /** Time limit of an insert of the direct writer. */
  insertSeconds?: number;
}
