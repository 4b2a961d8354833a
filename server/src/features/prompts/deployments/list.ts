import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { cutPage, pageByNumber } from '#core/paging';
import type { Reader } from '#metadata';
import type {
  Deployment,
  DeploymentList,
  DeploymentsQuery,
  History,
  HistoryEntry,
  HistoryQuery,
} from './schemas.ts';
import { selectDeployments, selectDeploymentEntries, type NamedEntryRow } from './store.ts';

/** Limited, so that a deploy can return all of them. */
export const MAX_DEPLOYMENTS = 200;

type Row = Awaited<ReturnType<typeof selectDeployments>>[number];

const present = (row: Row): Deployment => ({
  name: row.name,
  label: row.label,
  promptId: row.prompt_id,
  version: row.version,
  previousPromptId: row.previous_prompt_id,
  previousVersion: row.previous_version,
  deployedAt: isoTime(row.deployed_at),
  deployedBy: row.deployed_by,
});

const presentEntry = (row: NamedEntryRow): HistoryEntry => ({
  id: row.id,
  name: row.name,
  label: row.label,
  action: row.action === 'rollback' ? 'rollback' : 'deploy',
  promptId: row.prompt_id,
  version: row.version,
  fromPromptId: row.from_prompt_id,
  fromVersion: row.from_version,
  comment: row.comment,
  deployedAt: isoTime(row.deployed_at),
  deployedBy: row.deployed_by,
});

export async function listDeployments(ctx: Context, query: DeploymentsQuery): Promise<DeploymentList> {
  const page = pageByNumber(query);
  const rows = await selectDeployments(ctx.db, ctx.account.id, query, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => row.id);
  return { deployments: shown.map(present), nextCursor };
}

export async function deploymentsOfName(
  db: Reader,
  accountId: string,
  name: string,
): Promise<DeploymentList> {
  const rows = await selectDeployments(db, accountId, { name }, { after: null, limit: MAX_DEPLOYMENTS });
  return { deployments: rows.map(present), nextCursor: null };
}

/** Newest first; empty if nothing was ever deployed. */
export async function deploymentHistory(ctx: Context, query: HistoryQuery): Promise<History> {
  const page = pageByNumber(query);
  const rows = await selectDeploymentEntries(ctx.db, ctx.account.id, query, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => row.id);
  return { entries: shown.map(presentEntry), nextCursor };
}
