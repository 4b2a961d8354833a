// Merges new results into the stored proposals of an account. Pure: takes rows and results, returns the
// changes to write.
import { hash } from 'node:crypto';
import { MICROS_PER_USD } from '#lib/money';
import type { ProposalsTable } from '#metadata';
import type { FoundProposal } from './detect/facts.ts';
import { GROWN } from './thresholds.ts';

export type ProposalRow = ProposalsTable;

/** A result in its stored form. */
export type Proposed = Pick<
  ProposalRow,
  | 'project_id'
  | 'kind'
  | 'fingerprint'
  | 'title'
  | 'detail'
  | 'evidence'
  | 'saving_micros'
  | 'confidence'
  | 'weight'
>;

export interface Settled {
  fresh: Proposed[];
  /** Open, with new figures. `again` means that it was not open before. */
  changed: { id: string; proposed: Proposed; again: boolean }[];
  /** Proposals that no longer hold. */
  expired: string[];
}

export function proposedOf(found: FoundProposal, projectId: string): Proposed {
  const { kind, title, detail, cause, callIds, traceIds, values, failures } = found;
  // The cost of a call is limited, but a sum may still exceed what both engines count exactly.
  const savingMicros = Math.min(Number.MAX_SAFE_INTEGER, Math.round(found.savingUsd * MICROS_PER_USD));
  return {
    project_id: projectId,
    kind,
    fingerprint: hash('sha256', JSON.stringify([kind, projectId, ...cause]), 'hex'),
    title,
    detail,
    evidence: JSON.stringify({ callIds, traceIds, values: { projectId, ...values } }),
    saving_micros: savingMicros,
    confidence: Math.round(found.confidence * 1_000) / 1_000,
    weight: failures ?? savingMicros,
  };
}

export function settleProposals(rows: readonly ProposalRow[], proposed: readonly Proposed[]): Settled {
  const known = new Map(rows.map((row) => [row.fingerprint, row]));
  const settled: Settled = { fresh: [], changed: [], expired: [] };
  for (const each of proposed) {
    const row = known.get(each.fingerprint);
    known.delete(each.fingerprint);
    if (!row) settled.fresh.push(each);
    else if (row.status === 'open') {
      if (differs(row, each)) settled.changed.push({ id: row.id, proposed: each, again: false });
    } else if (row.status === 'expired' || hasGrown(row, each)) {
      settled.changed.push({ id: row.id, proposed: each, again: true });
    }
  }
  for (const row of known.values()) if (row.status === 'open') settled.expired.push(row.id);
  return settled;
}

/** True if the proposal was decided and has doubled since. */
const hasGrown = (row: ProposalRow, { weight }: Proposed): boolean =>
  weight >= Math.max(1, row.decided_weight ?? row.weight) * GROWN;

const differs = (row: ProposalRow, proposed: Proposed): boolean =>
  row.title !== proposed.title ||
  row.detail !== proposed.detail ||
  row.evidence !== proposed.evidence ||
  row.saving_micros !== proposed.saving_micros ||
  row.confidence !== proposed.confidence ||
  row.weight !== proposed.weight;
