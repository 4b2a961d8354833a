import type { Selectable } from 'kysely';
import { isoTime } from '#lib/clock';
import { usd } from '#lib/money';
import type { ProposalsTable } from '#metadata';
import type { Proposal } from './schemas.ts';

export const presentProposal = (row: Selectable<ProposalsTable>): Proposal => ({
  id: row.id,
  kind: row.kind as Proposal['kind'],
  title: row.title,
  detail: row.detail,
  evidence: JSON.parse(row.evidence) as Proposal['evidence'],
  estimatedSavingUsdPerMonth: usd(row.saving_micros),
  confidence: row.confidence,
  status: row.status,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});
