import type { Insertable, Selectable } from 'kysely';
import { withoutErased, type ErasedIds } from '#core/evidence';
import { beyond, type Page, type Position } from '#core/paging';
import { isoTime } from '#lib/clock';
import type { GuardianFindingsTable, GuardianScansTable, Reader, Writer } from '#metadata';
import type { FindingKind, Severity, FindingStatus } from './kinds.ts';
import type { Evidence, RememberedFinding } from './merge-finding.ts';
import type { Finding } from './schemas.ts';

type FindingRow = Selectable<GuardianFindingsTable>;
export type ScanRow = Selectable<GuardianScansTable>;

export const presentFinding = (row: FindingRow): Finding => ({
  id: row.id,
  projectId: row.project_id,
  kind: row.kind as FindingKind,
  severity: row.severity as Severity,
  title: row.title,
  detail: row.detail,
  evidence: JSON.parse(row.evidence) as Evidence,
  status: row.status as FindingStatus,
  firstSeenAt: isoTime(row.first_seen_at),
  lastSeenAt: isoTime(row.last_seen_at),
  count: row.count,
});

export const rememberedIn = (row: FindingRow): RememberedFinding => ({
  severity: row.severity as Severity,
  title: row.title,
  detail: row.detail,
  evidence: JSON.parse(row.evidence) as Evidence,
  tally: JSON.parse(row.tally) as RememberedFinding['tally'],
  status: row.status as FindingStatus,
  statusAt: row.status_at,
  firstSeenAt: row.first_seen_at,
  lastSeenAt: row.last_seen_at,
  count: row.count,
});

export const columnsOf = (remembered: RememberedFinding) => ({
  severity: remembered.severity,
  title: remembered.title,
  detail: remembered.detail,
  evidence: JSON.stringify(remembered.evidence),
  tally: JSON.stringify(remembered.tally),
  status: remembered.status,
  status_at: remembered.statusAt,
  first_seen_at: remembered.firstSeenAt,
  last_seen_at: remembered.lastSeenAt,
  count: remembered.count,
});

/** Findings of the account, and of one project if the request is bound to it. */
const findingsOf = (db: Reader, accountId: string, projectId: string | null) =>
  db
    .selectFrom('guardian_findings')
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId));

interface FindingFilter {
  status?: FindingStatus | undefined;
  kind?: FindingKind | undefined;
  severity?: Severity | undefined;
}

/** Newest first. */
export async function selectFindings(
  db: Reader,
  accountId: string,
  projectId: string | null,
  { status, kind, severity }: FindingFilter,
  { after, limit }: Page<Position>,
): Promise<FindingRow[]> {
  let query = findingsOf(db, accountId, projectId).selectAll();
  if (status !== undefined) query = query.where('status', '=', status);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (severity !== undefined) query = query.where('severity', '=', severity);
  if (after) query = query.where(beyond('last_seen_at', 'id', '<', after));
  return query
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function selectFinding(
  db: Reader,
  accountId: string,
  projectId: string | null,
  id: string,
): Promise<FindingRow | null> {
  const row = await findingsOf(db, accountId, projectId).selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** An update that changes nothing locks the row on both engines. */
export async function lockFinding(
  db: Writer,
  accountId: string,
  projectId: string | null,
  id: string,
): Promise<FindingRow | null> {
  const row = await db
    .updateTable('guardian_findings')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export const updateStatus = (db: Writer, accountId: string, id: string, status: FindingStatus, now: number) =>
  db
    .updateTable('guardian_findings')
    .set({ status, status_at: now, updated_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

interface OpenCount {
  kind: string;
  severity: string;
  findings: number;
}

export const countOpen = (db: Reader, accountId: string, projectId: string | null): Promise<OpenCount[]> =>
  findingsOf(db, accountId, projectId)
    .select((eb) => ['kind', 'severity', eb.fn.countAll<number>().as('findings')])
    .where('status', '=', 'open')
    .groupBy(['kind', 'severity'])
    .execute();

export async function countMadeSince(
  db: Reader,
  accountId: string,
  projectId: string | null,
  sinceMs: number,
): Promise<number> {
  const row = await findingsOf(db, accountId, projectId)
    .select((eb) => eb.fn.countAll<number>().as('findings'))
    .where('created_at', '>=', sinceMs)
    .executeTakeFirstOrThrow();
  return row.findings;
}

/** Counts findings of one kind in one project. */
export async function countOfKindSince(
  db: Reader,
  accountId: string,
  projectId: string,
  kind: FindingKind,
  sinceMs: number,
): Promise<number> {
  const row = await findingsOf(db, accountId, projectId)
    .select((eb) => eb.fn.countAll<number>().as('findings'))
    .where('kind', '=', kind)
    .where('created_at', '>=', sinceMs)
    .executeTakeFirstOrThrow();
  return row.findings;
}

/** The latest sighting first. */
export const selectByCause = (db: Reader, accountId: string, cause: string): Promise<FindingRow[]> =>
  db
    .selectFrom('guardian_findings')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('cause', '=', cause)
    .orderBy('last_seen_at', 'desc')
    .limit(20)
    .execute();

export const insertFinding = (db: Writer, row: Insertable<GuardianFindingsTable>): Promise<FindingRow> =>
  db.insertInto('guardian_findings').values(row).returningAll().executeTakeFirstOrThrow();

export const updateFinding = (
  db: Writer,
  { account_id: accountId, id }: FindingRow,
  changes: ReturnType<typeof columnsOf> & { updated_at: number },
) =>
  db
    .updateTable('guardian_findings')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();

export const selectFindingAccounts = async (db: Reader): Promise<string[]> =>
  (await db.selectFrom('guardian_findings').select('account_id').distinct().execute()).map(
    (row) => row.account_id,
  );

export async function deleteFindingsBefore(
  db: Writer,
  accountId: string,
  before: number,
  limit: number,
): Promise<number> {
  const old = db
    .selectFrom('guardian_findings')
    .select('id')
    .where('account_id', '=', accountId)
    .where('last_seen_at', '<', before)
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('guardian_findings')
    .where('id', 'in', old)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Removes erased records from the evidence. A finding without any other evidence is deleted. */
export async function forgetEvidence(db: Writer, accountId: string, erased: ErasedIds): Promise<void> {
  const rows = await db
    .selectFrom('guardian_findings')
    .select(['id', 'evidence', 'tally'])
    .where('account_id', '=', accountId)
    .execute();
  for (const { id, evidence, tally } of rows) {
    const kept = withoutErased(evidence, erased);
    if (kept === null) continue;
    const units = (JSON.parse(tally) as RememberedFinding['tally']).filter(
      ([unit]) => !erased.traceIds.has(unit),
    );
    if (kept.left) {
      await db
        .updateTable('guardian_findings')
        .set({ evidence: kept.json, tally: JSON.stringify(units) })
        .where('id', '=', id)
        .execute();
    } else await db.deleteFrom('guardian_findings').where('id', '=', id).execute();
  }
}

export const deleteProjectFindings = (db: Writer, accountId: string, projectId: string) =>
  db
    .deleteFrom('guardian_findings')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .execute();
