// Orders of a command on the machine of the service, carried out by the process that has the stores open. The
// audit log of the account records them, because an export may contain all its messages.
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalid, unknownId } from '#lib/app-error';
import { fieldFaults, type Faulting } from '#lib/field-faults';
import { once } from '#lib/later';
import { closed } from '#lib/schema';
import { requireS3Access, s3Place } from '#lib/storage/s3-requests';
import { s3Target } from '#lib/storage/s3-target';
import { folderTarget, type DataTarget } from '#lib/storage/target';
import { change } from '#core/change/change';
import type { Context, Services, SystemContext } from '#core/context';
import { inAccount } from '#features/operator';
import { alone } from './alone.ts';
import { exportData, type DataExportReport } from './export-data.ts';
import { importData, type DataImportReport } from './import-data.ts';

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

const exportOrder = once(() => Compile(OrderedExport));
const importOrder = once(() => Compile(OrderedImport));

export async function orderExport(
  services: Services,
  body: unknown,
  signal: AbortSignal,
): Promise<DataExportReport> {
  const order = required(exportOrder(), body);
  const ctx = await contextOf(services, order);
  const { from, to, content } = order;
  const target = targetAt(services, order.place);
  return alone(ctx, target, async () => {
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
  const order = required(importOrder(), body);
  const ctx = await contextOf(services, order);
  const source = targetAt(services, order.place);
  return alone(ctx, source, async () => {
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
  const [fault] = fieldFaults(check, body);
  if (fault) throw invalid(fault.path, fault.message);
  return body as Order;
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
  return bucket === null ? folderTarget(place) : s3Target(requireS3Access(config.s3), bucket);
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
