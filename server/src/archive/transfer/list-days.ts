import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { scopeOf } from '#services/record-access';
import { exportWindow, requireContentStored } from '../export-data.ts';
import { whatIsExported } from '../export-manifest.ts';
import { endOfDay, startOfDay } from '../format.ts';
import { dataSources } from '../sources.ts';
import type { DataDays } from './schemas.ts';

interface WantedDays {
  from?: string | undefined;
  to?: string | undefined;
  content?: boolean | undefined;
}

/** What an export of the project of the context, or of the whole account, has to have. */
export async function listDays(ctx: Context, { content = false, ...days }: WantedDays): Promise<DataDays> {
  requireContentStored(ctx, content);
  const window = exportWindow(ctx, days);
  const times = { startMs: startOfDay(window.from), endMs: endOfDay(window.to) };
  const found: DataDays['days'] = [];
  for (const source of dataSources(ctx, content))
    for (const { day, rows, mark } of await source.days(times))
      found.push({ table: source.table, day, rows, mark });
  const keptSince = isoTime(Math.max(0, scopeOf(ctx).sinceMs));
  return { ...whatIsExported(ctx, content), window, keptSince, days: found };
}
