// The manifest of an export that is being written. It is stored after each day, so that a run that was killed
// continues with the next one.
import { AppError } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import type { DataTarget } from '#lib/storage/target';
import type { Context } from '#core/context';
import {
  DATA_TABLES,
  MANIFEST_NAME,
  manifestBytes,
  readDataManifest,
  type ArchiveDay,
  type ArchiveFile,
  type ArchiveManifest,
  type DataTable,
} from './format.ts';

type ManifestFacts = Omit<ArchiveManifest, 'format' | 'version'>;

const named = ({ id, name }: { id: string; name: string }) => ({ id, name });

/** Identifies a day of a table. */
const keyOf = ({ table, day }: Pick<ArchiveDay, 'table' | 'day'>): string => `${table} ${day}`;

export class ExportManifest {
  readonly #ctx: Context;
  readonly #target: DataTarget;
  readonly #facts: ManifestFacts;
  readonly #days: Map<string, ArchiveDay>;
  readonly #files: Map<string, ArchiveFile[]>;

  constructor(ctx: Context, target: DataTarget, facts: ManifestFacts) {
    this.#ctx = ctx;
    this.#target = target;
    this.#facts = facts;
    this.#days = new Map(facts.days.map((day) => [keyOf(day), day]));
    this.#files = Map.groupBy(facts.files, keyOf);
  }

  get window(): ArchiveManifest['window'] {
    return this.#facts.window;
  }

  /** Null unless the day was written whole. */
  day(table: DataTable, day: string): ArchiveDay | null {
    return this.#days.get(keyOf({ table, day })) ?? null;
  }

  daysOf(table: DataTable): ArchiveDay[] {
    return [...this.#days.values()].filter((each) => each.table === table);
  }

  files(table: DataTable, day: string): readonly ArchiveFile[] {
    return this.#files.get(keyOf({ table, day })) ?? [];
  }

  /** Adds or replaces a day that was written; without files, removes it. */
  async put({ table, day, mark }: Omit<ArchiveDay, 'rows'>, files: readonly ArchiveFile[]): Promise<void> {
    const key = keyOf({ table, day });
    this.#days.delete(key);
    this.#files.delete(key);
    if (files.length > 0) {
      const rows = files.reduce((sum, file) => sum + file.rows, 0);
      this.#days.set(key, { table, day, rows, mark });
      this.#files.set(key, [...files]);
    }
    await this.save(false);
  }

  async save(complete: boolean): Promise<void> {
    const byPlace = (left: ArchiveDay | ArchiveFile, right: ArchiveDay | ArchiveFile) =>
      keyOf(left) < keyOf(right) ? -1 : 1;
    const bytes = manifestBytes({
      ...this.#facts,
      updatedAt: isoTime(this.#ctx.clock.now()),
      complete,
      files: [...this.#files.values()].flat().toSorted(byPlace),
      days: [...this.#days.values()].toSorted(byPlace),
    });
    await this.#target.write(MANIFEST_NAME, bytes);
  }

  totals(): { rows: Record<DataTable, number>; files: number; bytes: number } {
    const rows = { calls: 0, observations: 0, scores: 0 };
    for (const table of DATA_TABLES) for (const day of this.daysOf(table)) rows[table] += day.rows;
    const files = [...this.#files.values()].flat();
    return { rows, files: files.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
  }
}

type ExportedFacts = Pick<ArchiveManifest, 'madeBy' | 'account' | 'project' | 'projects' | 'content'>;

/** The project of the context, or the whole account. */
export const whatIsExported = ({ account, project, config }: Context, content: boolean): ExportedFacts => ({
  madeBy: `Tracewell ${config.version}`,
  account: named(account),
  project: project && named(project),
  projects: [...(project ? [project] : account.projects.values())].map(named),
  content,
});

/** Continues an export of the same data, or begins one. */
export async function openExport(
  ctx: Context,
  target: DataTarget,
  { content, window }: Pick<ArchiveManifest, 'content' | 'window'>,
): Promise<ExportManifest> {
  const facts = { ...whatIsExported(ctx, content), updatedAt: isoTime(ctx.clock.now()), complete: false };
  const bytes = await target.read(MANIFEST_NAME);
  if (bytes === null) return new ExportManifest(ctx, target, { ...facts, window, files: [], days: [] });
  const before = readDataManifest(bytes, target.place);
  const other = otherData(before, facts);
  if (other !== null) {
    throw new AppError(
      'conflict',
      'export_of_other_data',
      `${target.place} has an export of ${other}. Name another place.`,
    );
  }
  const { window: earlier, files, days } = before;
  const whole = {
    from: earlier.from < window.from ? earlier.from : window.from,
    to: earlier.to > window.to ? earlier.to : window.to,
  };
  return new ExportManifest(ctx, target, { ...facts, window: whole, files, days });
}

function otherData(
  before: Pick<ArchiveManifest, 'account' | 'project' | 'content'>,
  wanted: Pick<ArchiveManifest, 'account' | 'project' | 'content'>,
): string | null {
  if (before.account.id !== wanted.account.id) return `account ${before.account.name}`;
  if (before.project?.id !== wanted.project?.id)
    return before.project ? `project ${before.project.name}` : 'the whole account';
  if (before.content !== wanted.content) return `the data ${before.content ? 'with' : 'without'} content`;
  return null;
}
