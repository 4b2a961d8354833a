// Puts content back into the few records that a person looks at. Lists and aggregates never do.
import { joinContent, openContent, withUnreadableContent } from '#content';
import type { Context } from '#core/context';
import type { StoredRecord } from '#records';
import { scopeOf } from './scope.ts';

export interface MayHaveContent<R extends StoredRecord> {
  record: R;
  hasContent: boolean;
}

/** Content that cannot be opened is shown as null and counted; it is never a reason to show nothing. */
export async function withContent<R extends StoredRecord>(
  ctx: Context,
  records: readonly MayHaveContent<R>[],
): Promise<R[]> {
  const places = records
    .filter(({ hasContent }) => hasContent)
    .map(({ record: { id, timestampMs } }) => ({ id, timestampMs }));
  if (places.length === 0) return records.map(({ record }) => record);
  const sealed = await ctx.records.sealedContent(scopeOf(ctx), places);
  const keys = ctx.contentKeys.of(ctx.account) ?? (await ctx.contentKeys.load(ctx.account));
  return records.map(({ record, hasContent }) => {
    if (!hasContent) return record;
    const bytes = sealed.get(record.id);
    // Withdrawn consent deletes content and leaves the record.
    if (!bytes) return record;
    const content = openContent(keys, record.id, bytes);
    return content ? joinContent(record, content) : withUnreadableContent(record);
  });
}
