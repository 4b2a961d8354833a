import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Timestamp, closed } from '#lib/schema';
import { ArchiveDay, DATA_TABLES, ArchiveDate, ArchiveName } from '../format.ts';

/** Many times what an import may make. */
const MAX_PROJECTS = 1_000;
const MAX_ROWS = 500;

export const DataWindow = closed({
  from: Type.Optional(Type.String({ description: 'First day in UTC; the oldest that is kept by default' })),
  to: Type.Optional(Type.String({ description: 'Last day in UTC; today by default' })),
  content: Type.Optional(
    Type.Boolean({ description: 'With messages, arguments and results, if the account stores them' }),
  ),
});

export const DataPath = Type.Object({ table: OneOf(DATA_TABLES), day: Type.String() });

export const DataDays = Type.Object(
  {
    madeBy: Type.String({ examples: ['Tracewell 0.1.0'] }),
    account: ArchiveName,
    project: Nullable(ArchiveName),
    projects: Type.Array(ArchiveName),
    content: Type.Boolean(),
    window: Type.Object({ from: ArchiveDate, to: ArchiveDate }),
    keptSince: Timestamp,
    days: Type.Array(ArchiveDay, {
      description: 'Days with rows. A `mark` differs if a record of the day has changed',
    }),
  },
  { title: 'DataDays' },
);
export type DataDays = Static<typeof DataDays>;

export const DataRows = closed(
  {
    account: Type.String({ maxLength: 100, description: 'Id of the account that was exported' }),
    projects: Type.Array(
      closed({ id: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 256 }) }),
      {
        maxItems: MAX_PROJECTS,
        description: 'The projects that `projectId` of the rows refers to',
      },
    ),
    table: OneOf(DATA_TABLES),
    rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      minItems: 1,
      maxItems: MAX_ROWS,
      description: 'Rows of an exported file, by the names of its columns. Times are text',
    }),
  },
  { title: 'DataRows' },
);
export type DataRows = Static<typeof DataRows>;

export const ImportedRows = Type.Object(
  {
    read: Type.Integer(),
    stored: Type.Integer(),
    duplicates: Type.Integer({ description: 'Rows that were already stored' }),
    rejected: Type.Array(Type.Object({ rule: Type.String(), count: Type.Integer(), example: Type.String() })),
  },
  { title: 'ImportedRows' },
);
export type ImportedRows = Static<typeof ImportedRows>;
