import { endpoint } from '#core/endpoint';
import { endExportSchedule, setExportSchedule } from './set.ts';
import { runExportNow } from './run-now.ts';
import { ExportSettings, ExportTarget, ExportTest, NewExportSchedule } from './schemas.ts';
import { showExportSettings } from './show.ts';
import { testExportPlace } from './test-place.ts';

const tag = 'account';
const path = '/v1/account/export-schedule';
// Admins only, because a place receives all records of the account.
const write = { scope: 'write', role: 'admin' } as const;

export const scheduledExportEndpoints = [
  endpoint({
    id: 'getExportSchedule',
    method: 'GET',
    path,
    tag,
    summary: 'Get the scheduled export and its last run',
    access: { scope: 'read' },
    project: 'account-wide',
    replies: { 200: ExportSettings },
    handle: (ctx) => showExportSettings(ctx),
  }),
  endpoint({
    id: 'setExportSchedule',
    method: 'PUT',
    path,
    tag,
    summary: 'Export all records every day to a folder or a bucket',
    description:
      'Creates or replaces the setting. Every night (UTC) the days that are over are written as Parquet with a manifest; days with late records are written again. Folders need the permission of the operator (409 `folders_not_allowed`), and content needs the consent of the account (409 `content_not_stored`). An endpoint that is not HTTPS or is a private IP address is a 400.',
    access: write,
    project: 'account-wide',
    body: NewExportSchedule,
    replies: { 200: ExportSettings },
    errors: [409],
    audit: 'export_schedule.set',
    handle: (ctx, { body }) => setExportSchedule(ctx, body),
  }),
  endpoint({
    id: 'deleteExportSchedule',
    method: 'DELETE',
    path,
    tag,
    summary: 'End the scheduled export',
    description: 'Deletes the setting and its access key. Exported files stay.',
    access: write,
    project: 'account-wide',
    replies: { 204: null },
    errors: [404],
    audit: 'export_schedule.delete',
    handle: (ctx) => endExportSchedule(ctx),
  }),
  endpoint({
    id: 'testExportSchedule',
    method: 'POST',
    path: `${path}/test`,
    tag,
    summary: 'Write and remove a small file at the place of the export',
    description: 'Tests the place in the body, or the stored one. At most 5 tests per minute.',
    access: write,
    project: 'account-wide',
    body: ExportTarget,
    bodyOptional: true,
    replies: { 200: ExportTest },
    errors: [404, 409, 429],
    unaudited: 'It removes what it writes and stores nothing.',
    handle: (ctx, { body, signal }) => testExportPlace(ctx, body, signal),
  }),
  endpoint({
    id: 'runExportSchedule',
    method: 'POST',
    path: `${path}/run`,
    tag,
    summary: 'Run the scheduled export now',
    description: 'A run that waits for its next attempt is brought forward.',
    access: write,
    project: 'account-wide',
    replies: { 202: ExportSettings },
    errors: [404, 409],
    audit: 'export_schedule.run',
    handle: (ctx) => runExportNow(ctx),
  }),
];
