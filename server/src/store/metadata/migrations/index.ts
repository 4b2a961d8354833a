import type { Migration } from 'kysely/migration';
import type { MetadataKind } from '../database.ts';
import { foundation } from './0001-foundation.ts';
import { dataKeys } from './0002-data-keys.ts';
import { modelPrices } from './0003-model-prices.ts';
import { ingestReceipts } from './0004-ingest-receipts.ts';
import { retention } from './0005-retention.ts';

/** Forward only, in the order of their names. A released migration is never edited; a new one is added. */
export const migrations = (kind: MetadataKind): Record<string, Migration> => ({
  '0001-foundation': { up: foundation(kind) },
  '0002-data-keys': { up: dataKeys },
  '0003-model-prices': { up: modelPrices },
  '0004-ingest-receipts': { up: ingestReceipts },
  '0005-retention': { up: retention },
});
