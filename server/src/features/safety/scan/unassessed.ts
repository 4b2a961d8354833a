// The newest calls that this classifier has not assessed, page by page. Calls are in the records store,
// assessments in the metadata store.
import type { Context } from '#core/context';
import { scopeOf } from '#services/record-access';
import { selectAssessed } from '../store.ts';
import { selectNewestCalls, type ScannableCall } from './records.ts';

// Most scans find enough on the first page. If thousands are assessed already, later pages are larger.
const FIRST_PAGE = 250;
const LONGEST_PAGE = 4_000;
/** Older calls are left to the background scan. */
const MAX_LOOKED_AT = 50_000;

export async function* unassessed(ctx: Context, classifier: string): AsyncGenerator<ScannableCall[]> {
  let after: ScannableCall | null = null;
  let looked = 0;
  for (let limit = FIRST_PAGE; looked < MAX_LOOKED_AT; limit = Math.min(limit * 4, LONGEST_PAGE)) {
    const page: ScannableCall[] = await ctx.records.ask(scopeOf(ctx), selectNewestCalls({ after, limit }));
    const assessed = await selectAssessed(
      ctx.db,
      ctx.account.id,
      classifier,
      page.map(({ id }) => id),
    );
    yield page.filter(({ id }) => !assessed.has(id));
    after = page.at(-1) ?? null;
    looked += page.length;
    if (page.length < limit) return;
  }
}
