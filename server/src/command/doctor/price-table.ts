import { DAY_MS } from '#lib/clock';
import type { Config } from '#config';
import { shippedTable } from '#otlp';
import { operatorTable } from '#services/prices';
import { type DoctorCheck, fail, ok, warn } from './check.ts';

const NAME = 'model prices';
/** Vendors change prices every few weeks. */
const OLD_DAYS = 30;

export async function checkPriceTable(config: Config, nowMs = Date.now()): Promise<DoctorCheck> {
  let table = shippedTable();
  try {
    table = (await operatorTable(config)) ?? table;
  } catch (error) {
    return fail(
      NAME,
      `The table of TRACEWELL_PRICE_TABLE cannot be used: ${(error as Error).message} The prices of the release apply (${table.date}).`,
    );
  }
  const days = Math.floor((nowMs - Date.parse(table.date)) / DAY_MS);
  return days > OLD_DAYS
    ? warn(
        NAME,
        `The price table is of ${table.date}, ${days} days ago. Run: tracewell-server prices update (docs/prices.md)`,
      )
    : ok(NAME, `The price table is of ${table.date}.`);
}
