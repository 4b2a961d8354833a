import type { ClickHouseClient } from '@clickhouse/client';
import type { RecordsConfig } from '#config';
import type { Pool } from './pool.ts';

/** What the two engines differ in: their connections, and how they end. */
export interface Connections {
  kind: RecordsConfig['kind'];
  database: string;
  reads: Pool<ClickHouseClient>;
  writes: Pool<ClickHouseClient>;
  end(): Promise<void>;
}
