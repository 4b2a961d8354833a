import type { Config } from '#config';
import { type CatalogTable, readTable } from '#otlp';
import { outboundOf } from '#services/notifications';
import { readSource } from './read-source.ts';

/** The table that TRACEWELL_PRICE_TABLE names; null if it names none. Throws with the reason. */
export const operatorTable = async (config: Config): Promise<CatalogTable | null> =>
  config.priceTable === null ? null : readTable(await readSource(config.priceTable, outboundOf(config)));
