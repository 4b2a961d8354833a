import { isoTime } from '#lib/clock';
import { usd } from '#lib/money';
import type { GatePoliciesTable } from '#metadata';
import type { Policy, PolicyMatch } from './schemas.ts';

const listed = <T>(list: readonly T[] | null | undefined): T[] | null =>
  list && list.length > 0 ? [...list] : null;

/** Has every field, null for those that are not matched. */
export const fullMatch = ({ providers, models, tools, tags }: PolicyMatch): Policy['match'] => ({
  providers: listed(providers),
  models: listed(models),
  tools: listed(tools),
  tags: tags && Object.keys(tags).length > 0 ? tags : null,
});

export const presentPolicy = (row: GatePoliciesTable): Policy => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled === 1,
  priority: row.priority,
  match: JSON.parse(row.match) as Policy['match'],
  effect: row.effect,
  maxCostUsd: row.max_cost_micros === null ? null : usd(row.max_cost_micros),
  maxTokens: row.max_tokens,
  failMode: row.fail_mode,
  approvalMinutes: row.approval_minutes,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});
