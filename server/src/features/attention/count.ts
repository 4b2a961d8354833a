import type { Context } from '#core/context';
import { hooksOf, type AttentionCounts } from '#core/hooks';

export async function countAttention(ctx: Context): Promise<AttentionCounts> {
  const counts = await Promise.all(
    hooksOf(ctx).flatMap(({ needsAttention }) => (needsAttention ? [needsAttention(ctx)] : [])),
  );
  return Object.assign({ approvals: 0, findings: 0, alerts: 0 }, ...counts) as AttentionCounts;
}
