// Orders of a command on the machine of the service, carried out by the process that has the stores open. The
// audit log of the account records them, because an export may contain all its messages.
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError, invalid, unknownId } from '#lib/app-error';
import { fieldFaults, type Faulting } from '#lib/field-faults';
import { closed } from '#lib/schema';
import { change } from '#core/change/change';
import type { Context, Services, SystemContext } from '#core/context';
import { perProcess } from '#core/process-state';
import { inAccount } from '#features/operator';
import { exportData, type DataExportReport } from './export-data.ts';
import { importData, type DataImportReport } from './import-data.ts';
import { s3Place, s3Target } from './s3-target.ts';
import { folderTarget, type DataTarget } from './target.ts';

const OrderedImport = closed({
  accountId: Type.String(),
  projectId: Type.Optional(Type.String()),
  /** A folder of this machine, or s3://bucket/folder. */
  place: Type.String({ minLength: 1 }),
});
export type OrderedImport = Static<typeof OrderedImport>;

const OrderedExport = closed({
  ...OrderedImport.properties,
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  content: Type.Boolean(),
});
export type OrderedExport = Static<typeof OrderedExport>;

const ExportOrder = Compile(OrderedExport);
const ImportOrder = Compile(OrderedImport);

export async function orderExport(
  services: Services,
  body: unknown,
  signal: AbortSignal,
): Promise<DataExportReport> {
  const order = required(ExportOrder, body);
  const ctx = await contextOf(services, order);
  const { from, to, content } = order;
  const target = targetAt(services, order.place);
  return alone(ctx, target.place, async () => {
    const report = await exportData(ctx, { target, from, to, content, signal });
    await note(ctx, 'data.export', { place: target.place, content, rows: report.rows });
    return report;
  });
}

export async function orderImport(
  services: Services,
  body: unknown,
  signal: AbortSignal,
): Promise<DataImportReport> {
  const order = required(ImportOrder, body);
  const ctx = await contextOf(services, order);
  const source = targetAt(services, order.place);
  return alone(ctx, source.place, async () => {
    const report = await importData(ctx, { source, signal });
    const stored = Object.entries(report.tables).map(([table, { stored }]) => [table, stored]);
    await note(ctx, 'data.import', { place: source.place, stored: Object.fromEntries(stored) });
    return report;
  });
}

interface OrderCheck<Order> extends Faulting {
  Check: (value: unknown) => value is Order;
}

function required<Order>(check: OrderCheck<Order>, body: unknown): Order {
  if (check.Check(body)) return body;
  const [fault] = fieldFaults(check, body);
  throw invalid(fault?.path ?? '', fault?.message ?? 'The order is not valid.');
}

async function contextOf(
  services: Services,
  { accountId, projectId }: Pick<OrderedImport, 'accountId' | 'projectId'>,
): Promise<Context> {
  const origin = {
    requestId: 'cli',
    ip: null,
    userAgent: null,
    host: '',
    sessionToken: null,
    auditActions: [],
  };
  const system: SystemContext = {
    ...services,
    db: services.metadata.reader,
    actor: { type: 'system', id: 'cli' },
    origin,
  };
  const ctx = await inAccount(system, accountId);
  if (projectId === undefined) return ctx;
  const project = ctx.account.projects.get(projectId);
  if (!project) throw unknownId('projectId', 'The account has no such project.');
  return { ...ctx, project };
}

function targetAt({ config }: Services, place: string): DataTarget {
  const bucket = s3Place(place);
  if (bucket === null) return folderTarget(place);
  if (config.s3) return s3Target(config.s3, bucket);
  throw new AppError(
    'conflict',
    's3_not_configured',
    'The service has no key for S3. Set TRACEWELL_S3_ACCESS_KEY_ID and TRACEWELL_S3_SECRET_ACCESS_KEY.',
  );
}

const placesOf = perProcess(() => new Set<string>());

/** Two runs on one place would overwrite each other's manifest. */
async function alone<T>(ctx: Context, place: string, work: () => Promise<T>): Promise<T> {
  const places = placesOf(ctx);
  if (places.has(place)) {
    throw new AppError('conflict', 'export_running', `Another export or import uses ${place}. Wait for it.`);
  }
  places.add(place);
  try {
    return await work();
  } finally {
    places.delete(place);
  }
}

const note = (
  ctx: Context,
  action: 'data.export' | 'data.import',
  metadata: Record<string, unknown>,
): Promise<null> =>
  change(ctx, action, async () => ({
    result: null,
    target: ctx.project ? { type: 'project', id: ctx.project.id } : { type: 'account', id: ctx.account.id },
    metadata,
  }));
