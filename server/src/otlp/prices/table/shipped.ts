// The price table of this release, server/prices/table.json. Reading it takes some milliseconds, so this
// happens with the first call that needs a price and not at the start.
import { readFileSync } from 'node:fs';
import { once } from '#lib/later';
import type { CatalogTable } from './form.ts';

export const shippedTable = once(
  () =>
    JSON.parse(
      readFileSync(new URL('../../../../prices/table.json', import.meta.url), 'utf8'),
    ) as CatalogTable,
);
