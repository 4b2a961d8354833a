// What is exported: for each table, which days have rows, and how a day is written.
import { createHash, type Hash } from 'node:crypto';
import { chunks } from '#lib/chunks';
import type { ParquetColumn } from '#lib/parquet-file';
import type { DataTarget } from '#lib/storage/target';
import type { Content } from '#core/content/content';
import type { Context } from '#core/context';
import { allScorePages, type PagedScore } from '#features/scores';
import {
  selectDaysOfRecords,
  streamCallsOfDays,
  streamObservationsOfDays,
  type DayOfRecords,
  type CallRef,
} from '#records';
import { readContents, scopeOf } from '#services/record-access';
import {
  callDataColumns,
  callDataRow,
  observationDataColumns,
  scoreDataColumns,
  type CallDataRow,
  type ObservationDataRow,
  type ScoreDataRow,
} from './columns.ts';
import { dayOf, endOfDay, startOfDay, type ArchiveFile, type DataTable } from './format.ts';
import { parquetParts, writeParts, type SizedRow } from './write-parts.ts';

interface Times {
  startMs: number;
  endMs: number;
}

export interface DataSource {
  table: DataTable;
  /** Days with rows, in order. */
  days(times: Times): Promise<DayOfRecords[]>;
  write(target: DataTarget, day: string, signal: AbortSignal): Promise<ArchiveFile[]>;
  /** The files of a day, for a transfer. */
  parts(day: string, signal: AbortSignal, partBytes: number): AsyncIterable<{ bytes: Buffer }>;
}

/** The contents of this many records are in memory at once. */
const OPENED_AT_ONCE = 100;

const timesOf = (day: string): Times => ({ startMs: startOfDay(day), endMs: endOfDay(day) });

export const dataSources = (ctx: Context, withContent: boolean): DataSource[] => {
  const scope = scopeOf(ctx);
  const ids = new Map([...ctx.account.projects.values()].map(({ id, number }) => [number, id]));
  const projectOf = (number: number | null) => (number === null ? null : (ids.get(number) ?? null));
  const source = <Row>(
    table: DataTable,
    columns: readonly ParquetColumn<Row>[],
    days: DataSource['days'],
    rows: (times: Times, signal: AbortSignal) => AsyncIterable<SizedRow<Row>[]>,
  ): DataSource => ({
    table,
    days,
    write: (target, day, signal) => writeParts(target, { table, day }, columns, rows(timesOf(day), signal)),
    parts: (day, signal, partBytes) => parquetParts(columns, rows(timesOf(day), signal), partBytes),
  });
  const daysOf = (table: 'calls' | 'observations') => (times: Times) =>
    ctx.records.ask(scope, selectDaysOfRecords(table, times));

  async function* calls(times: Times, signal: AbortSignal): AsyncGenerator<SizedRow<CallDataRow>[]> {
    for await (const batch of await ctx.records.stream(scope, streamCallsOfDays(times), signal))
      for (const some of chunks(batch, OPENED_AT_ONCE)) {
        const opened = await contentsOf(ctx, withContent, some, ({ call }) => call);
        yield some.map((each) => {
          const content = opened.get(each.call.id) ?? null;
          return sized(callDataRow(each, projectOf(each.project), content), content);
        });
      }
  }

  async function* observations(
    times: Times,
    signal: AbortSignal,
  ): AsyncGenerator<SizedRow<ObservationDataRow>[]> {
    for await (const batch of await ctx.records.stream(scope, streamObservationsOfDays(times), signal))
      for (const some of chunks(batch, OPENED_AT_ONCE)) {
        const opened = await contentsOf(ctx, withContent, some, ({ observation }) => observation);
        yield some.map(({ observation, project }) => {
          const content = opened.get(observation.id) ?? null;
          return sized({ observation, projectId: projectOf(project), content }, content);
        });
      }
  }

  async function* scores({ startMs, endMs }: Times): AsyncGenerator<SizedRow<ScoreDataRow>[]> {
    for await (const page of allScorePages(ctx, { fromMs: startMs, toMs: endMs }))
      yield page.map(({ score, project }) => sized({ score, projectId: projectOf(project) }, score.comment));
  }

  return [
    source('calls', callDataColumns(withContent), daysOf('calls'), calls),
    source('observations', observationDataColumns(withContent), daysOf('observations'), observations),
    source('scores', scoreDataColumns(withContent), (times) => daysOfScores(ctx, times), scores),
  ];
};

/** About how long a row is without its content. */
const ROW_CHARACTERS = 500;

/** Only content makes rows long enough to matter. */
const sized = <Row>(row: Row, content: unknown): SizedRow<Row> => ({
  row,
  characters: ROW_CHARACTERS + (content === null ? 0 : JSON.stringify(content).length),
});

async function contentsOf<Each extends { hasContent: boolean }>(
  ctx: Context,
  withContent: boolean,
  records: readonly Each[],
  refOf: (record: Each) => CallRef,
): Promise<Map<string, Content>> {
  if (!withContent) return new Map();
  const places = records.map((each) => {
    const { id, timestampMs } = refOf(each);
    return { ref: { id, timestampMs }, hasContent: each.hasContent };
  });
  return readContents(ctx, places, (content) => content);
}

/** Scores are in the metadata store and can be replaced, so the mark is a hash of all of them. */
async function daysOfScores(ctx: Context, { startMs, endMs }: Times): Promise<DayOfRecords[]> {
  const days = new Map<string, { rows: number; hash: Hash }>();
  for await (const page of allScorePages(ctx, { fromMs: startMs, toMs: endMs }))
    for (const each of page) noteScore(days, each);
  return [...days]
    .map(([day, { rows, hash }]) => ({ day, rows, mark: hash.digest('hex') }))
    .toSorted((left, right) => (left.day < right.day ? -1 : 1));
}

function noteScore(days: Map<string, { rows: number; hash: Hash }>, { score, mark }: PagedScore): void {
  const day = dayOf(Date.parse(score.createdAt));
  const noted = days.getOrInsertComputed(day, () => ({ rows: 0, hash: createHash('sha256') }));
  noted.rows += 1;
  noted.hash.update(mark).update('\n');
}
