// Reads the text of a file, or of an address through the guarded client.
import { readFile, stat } from 'node:fs/promises';
import { MINUTE_MS } from '#lib/clock';
import type { OutboundClient } from '#lib/outbound/client';
import type { Config } from '#config';
import { type CatalogTable, readTable } from '#otlp';
import { outboundOf } from '#services/notifications';

/** The largest public list has 4 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/** Throws with the reason. */
export async function readSource(source: string, outbound: OutboundClient): Promise<string> {
  if (!isAddress(source)) {
    const { size } = await stat(source);
    if (size > MAX_BYTES) throw new Error(`The file has more than ${MAX_BYTES} bytes.`);
    return readFile(source, 'utf8');
  }
  const answer = await outbound.send(source, {
    method: 'GET',
    body: null,
    timeoutMs: MINUTE_MS,
    maxResponseBytes: MAX_BYTES,
  });
  if (answer.status !== 200) throw new Error(`The address answers with status ${answer.status}.`);
  if (answer.truncated) throw new Error(`The answer has more than ${MAX_BYTES} bytes.`);
  return answer.body.toString('utf8');
}

/** The table that TRACEWELL_PRICE_TABLE names; null if it names none. Throws with the reason. */
export const operatorTable = async (config: Config): Promise<CatalogTable | null> =>
  config.priceTable === null ? null : readTable(await readSource(config.priceTable, outboundOf(config)));
