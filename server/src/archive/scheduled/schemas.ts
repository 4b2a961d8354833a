import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';
import { EXPORT_FAULTS } from './faults.ts';

const path = (description: string, example: string) =>
  Type.String({ maxLength: 500, description, examples: [example] });

const bucket = {
  region: Type.String({
    minLength: 1,
    maxLength: 40,
    pattern: '^[A-Za-z0-9-]+$',
    description: 'Region of the bucket',
    examples: ['eu-central-1'],
  }),
  bucket: Type.String({ minLength: 3, maxLength: 63, examples: ['my-exports'] }),
  prefix: path('Folder in the bucket; empty for the whole bucket', 'tracewell/acme'),
};

const Endpoint = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'HTTPS, at a public address',
  examples: ['https://minio.example.com'],
});

/** No blanks or control characters, because they are in a header. */
const printable = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[!-~…]+$', description });

const NewBucket = closed({
  endpoint: Type.Optional(Nullable(Endpoint)),
  region: bucket.region,
  bucket: bucket.bucket,
  prefix: Type.Optional(bucket.prefix),
  accessKeyId: Type.Optional(
    printable(200, 'Leave it and `secretAccessKey` out to keep the stored key of the same bucket'),
  ),
  secretAccessKey: Type.Optional(printable(500, 'Stored encrypted and never shown')),
});
export type NewBucket = Static<typeof NewBucket>;

const where = {
  folder: Type.Optional(
    path(
      'A folder below that of the account in the export folder of the operator. Give either `folder` or `s3`',
      'daily',
    ),
  ),
  s3: Type.Optional(NewBucket),
};

export const ExportTarget = closed(where, { title: 'ExportTarget' });
export type ExportTarget = Static<typeof ExportTarget>;

export const NewExportSchedule = closed(
  {
    enabled: Type.Optional(Type.Boolean({ description: '`true` unless given' })),
    content: Type.Optional(
      Type.Boolean({
        description: 'With messages, arguments and results, if the account stores them. `false` unless given',
      }),
    ),
    ...where,
  },
  { title: 'NewExportSchedule' },
);
export type NewExportSchedule = Static<typeof NewExportSchedule>;

const Count = Type.Integer({ minimum: 0 });

const faults = {
  error: Nullable(OneOf(EXPORT_FAULTS, 'What failed; null if nothing did')),
  errorDetail: Nullable(
    Type.String({
      description: 'The code that the store or the connection gave',
      examples: ['AccessDenied'],
    }),
  ),
};

const ExportSchedule = Type.Object({
  enabled: Type.Boolean(),
  content: Type.Boolean(),
  folder: Nullable(Type.String()),
  s3: Nullable(
    Type.Object({
      endpoint: Nullable(Endpoint),
      ...bucket,
      accessKeyId: Type.String({ description: 'Masked', examples: ['…MPLE'] }),
    }),
  ),
  state: OneOf(['idle', 'waiting', 'running'], '`waiting`: a run is due, or is tried again at `nextRunAt`'),
  nextRunAt: Nullable(Timestamp),
  exportedThrough: Nullable(
    Type.String({
      description: 'The last day (UTC) that is complete in the export',
      examples: ['2026-11-15'],
    }),
  ),
  lastRun: Nullable(
    Type.Object({
      startedAt: Timestamp,
      finishedAt: Timestamp,
      daysWritten: Type.Integer({ minimum: 0, description: 'Days of a table that the run wrote' }),
      ...faults,
    }),
  ),
  rows: Type.Integer({ minimum: 0, description: 'Rows of the whole export after the last successful run' }),
  bytes: Count,
  files: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type ExportSchedule = Static<typeof ExportSchedule>;

export const ExportSettings = Type.Object(
  {
    schedule: Nullable(ExportSchedule),
    foldersAllowed: Type.Boolean({ description: 'Whether the operator has named a folder for exports' }),
    contentAllowed: Type.Boolean({ description: 'Whether the account stores messages' }),
  },
  { title: 'ExportSettings' },
);
export type ExportSettings = Static<typeof ExportSettings>;

export const ExportTest = Type.Object(
  { ok: Type.Boolean({ description: 'A file was written, found and removed' }), ...faults },
  { title: 'ExportTest' },
);
export type ExportTest = Static<typeof ExportTest>;
