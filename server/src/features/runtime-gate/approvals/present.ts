import { isoTime } from '#lib/clock';
import { usd } from '#lib/money';
import type { GateApprovalsTable } from '#metadata';
import type { Approval } from './schemas.ts';

const timeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

export const isPending = ({ status, expires_at: expiresAt }: GateApprovalsTable, now: number): boolean =>
  status === 'pending' && expiresAt > now;

export const presentApproval = (row: GateApprovalsTable, now: number): Approval => ({
  id: row.id,
  status: row.status === 'pending' && row.expires_at <= now ? 'expired' : row.status,
  reasons: JSON.parse(row.reasons) as Approval['reasons'],
  provider: row.provider,
  model: row.model,
  tool: row.tool,
  tags: JSON.parse(row.tags) as Record<string, string>,
  projectId: row.project_id,
  traceId: row.trace_id,
  sessionId: row.session_id,
  estimatedCostUsd: row.estimated_micros === null ? null : usd(row.estimated_micros),
  estimatedTokens: row.estimated_tokens,
  requestedBy: row.requested_by,
  createdAt: isoTime(row.created_at),
  expiresAt: isoTime(row.expires_at),
  decidedAt: timeOrNull(row.decided_at),
  decidedBy: row.decided_by,
  comment: row.comment,
  usedAt: timeOrNull(row.used_at),
});
