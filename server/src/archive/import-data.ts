// Imports an export into an account. Every record and score keeps its id, and an id that is known is not
// stored again: a second run stores nothing, and a run that was killed is repeated.
import { AppError } from '#lib/app-error';
import { sha256Of, type DataTarget } from '#lib/storage/target';
import { Pace } from '#lib/yield-to-event-loop';
import type { ProjectRef } from '#core/access/accounts';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { storeImported, type ImportedRecord } from '#features/ingest';
import { inAccount } from '#features/operator';
import { saveScores, selectKnownScores, type ScoreDraft } from '#features/scores';
import { namedProjects } from '#services/named-projects';
import {
  DATA_TABLES,
  MANIFEST_NAME,
  readDataManifest,
  type ArchiveManifest,
  type DataTable,
} from './format.ts';
import { ImportTally, type ImportedTable } from './import-tally.ts';
import { readPart, type DataRow } from './read-part.ts';
import {
  readCallRow,
  readObservationRow,
  readScoreRow,
  rulesFor,
  type ReadRow,
  type RowFault,
  type RowRules,
} from './read-rows.ts';

interface DataImportOrder {
  source: DataTarget;
  signal: AbortSignal;
}

export interface DataImportReport {
  place: string;
  /** The account that was exported. */
  from: string;
  /** Whether the export has content, and whether this account stores it. */
  content: { exported: boolean; stored: boolean };
  tables: Record<DataTable, ImportedTable>;
}

/** Into the project of the context, or into projects with the names of the exported ones. */
export async function importData(
  ctx: Context,
  { source, signal }: DataImportOrder,
): Promise<DataImportReport> {
  const manifest = await manifestIn(source);
  const projects = await projectsFor(ctx, manifest);
  const rules = rulesFor(ctx, manifest.account.id === ctx.account.id);
  const tally = new ImportTally();
  for (const table of DATA_TABLES) {
    for (const file of manifest.files.filter((each) => each.table === table)) {
      signal.throwIfAborted();
      const bytes = await source.read(file.path);
      if (bytes === null) throw damaged(`${file.path} is missing from ${source.place}`);
      if (sha256Of(bytes) !== file.sha256) throw damaged(`${file.path} is not what was written`);
      for await (const rows of readPart(bytes)) {
        signal.throwIfAborted();
        for (const [project, some] of byProject(rows, projects)) {
          await importRows({ ...ctx, project }, table, some, rules, tally);
        }
      }
    }
  }
  return {
    place: source.place,
    from: manifest.account.name,
    content: { exported: manifest.content, stored: ctx.account.consents.plaintextStorage },
    tables: tally.tables,
  };
}

interface SentRows {
  /** The account that was exported. */
  account: string;
  projects: ArchiveManifest['projects'];
  table: DataTable;
  rows: readonly DataRow[];
}

/** Some rows of an export that a client has read. */
export async function importSome(
  ctx: Context,
  { account, projects, table, rows }: SentRows,
): Promise<ImportedTable> {
  // Noted first: rows of some projects may be stored when others are refused.
  await change(ctx, 'data.import', async () => ({
    result: null,
    target: ctx.project ? { type: 'project', id: ctx.project.id } : { type: 'account', id: ctx.account.id },
    metadata: { table, rows: rows.length },
  }));
  const rules = rulesFor(ctx, account === ctx.account.id);
  const tally = new ImportTally();
  for (const [project, some] of byProject(rows, await projectsFor(ctx, { projects })))
    await importRows({ ...ctx, project }, table, some, rules, tally);
  return tally.tables[table];
}

const damaged = (what: string) =>
  new AppError('conflict', 'export_damaged', `The export is damaged: ${what}. Export again.`);

async function manifestIn(source: DataTarget): Promise<ArchiveManifest> {
  const bytes = await source.read(MANIFEST_NAME);
  if (bytes !== null) return readDataManifest(bytes, source.place);
  throw new AppError(
    'not_found',
    'no_export',
    `There is no export in ${source.place}: it has no ${MANIFEST_NAME}.`,
  );
}

/** By the ids of the exported projects. */
type ProjectsOfImport = (id: unknown) => ProjectRef;

async function projectsFor(
  ctx: Context,
  { projects }: Pick<ArchiveManifest, 'projects'>,
): Promise<ProjectsOfImport> {
  const { project, account } = ctx;
  if (project) return () => project;
  const here = (id: string) => account.projects.get(id);
  const names = projects.filter(({ id }) => !here(id)).map(({ name }) => name);
  const numbers = await namedProjects(ctx, names);
  // The copy of the account in the context does not have the new ones.
  const { account: now } = await inAccount(ctx, account.id);
  const byNumber = new Map([...now.projects.values()].map((each) => [each.number, each]));
  const byId = new Map(
    projects.map(({ id, name }) => [id, here(id) ?? byNumber.get(numbers.get(name) ?? 0) ?? null]),
  );
  return (id) => (typeof id === 'string' ? byId.get(id) : null) ?? account.defaultProject;
}

const byProject = (rows: readonly DataRow[], projectOf: ProjectsOfImport): Map<ProjectRef, DataRow[]> =>
  Map.groupBy(rows, (row) => projectOf(row['projectId']));

async function importRows(
  ctx: Context,
  table: DataTable,
  rows: readonly DataRow[],
  rules: RowRules,
  tally: ImportTally,
): Promise<void> {
  const pace = new Pace();
  const read = async <Value>(
    readRow: (row: DataRow, rules: RowRules) => ReadRow<Value>,
  ): Promise<Value[]> => {
    const values: Value[] = [];
    for (const row of rows) {
      if (pace.isDue) await pace.rest();
      tally.read(table);
      const one = readRow(row, rules);
      if (one.ok) values.push(one.value);
      else tally.reject(table, one.fault);
    }
    return values;
  };
  if (table === 'scores') return importScores(ctx, await read(readScoreRow), tally);
  const records: ImportedRecord[] = await read(table === 'calls' ? readCallRow : readObservationRow);
  if (records.length > 0) tally.store(table, await storeImported(ctx, records));
}

async function importScores(ctx: Context, drafts: readonly ScoreDraft[], tally: ImportTally): Promise<void> {
  const known = await selectKnownScores(
    { ...ctx, project: null },
    drafts.flatMap(({ id }) => id ?? []),
  );
  const fresh = drafts.filter(({ id }) => !known.has(id ?? ''));
  // An export has the newest first. Of two scores with the same time, the one that is stored later counts as
  // newer.
  const saved = await saveScores(ctx, fresh.toReversed());
  let stored = 0;
  for (const one of saved) {
    if (one.ok) stored += 1;
    else tally.reject('scores', faultOf(one));
  }
  tally.store('scores', { stored, duplicates: drafts.length - fresh.length });
}

const faultOf = ({
  id,
  reason,
  field,
}: {
  id: string | null;
  reason: string;
  field: string | null;
}): RowFault => ({
  id,
  rule: field === null ? reason : (reason.split(';')[0] ?? reason),
  reason,
});
