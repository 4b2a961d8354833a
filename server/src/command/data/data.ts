// A running server exports and imports itself, because its record engine cannot be opened twice. Otherwise the stores are
// opened here, without listening.
import path from 'node:path';
import { pino } from 'pino';
import { AppError } from '#lib/app-error';
import type { Config } from '#config';
import type { Services } from '#core/context';
import { askServer } from '#control';
import { isLocked } from '#data-directory';
import {
  orderExport,
  orderImport,
  type DataExportReport,
  type DataImportReport,
  type OrderedExport,
  type OrderedImport,
} from '#archive';
import { openApp, type AppOptions } from '#app';
import { findAccount } from '../find-account.ts';
import { withServices } from '../services.ts';

interface DataTarget {
  /** A folder, or s3://bucket/folder. */
  place: string;
  account: string | null;
  /** By name or id. */
  project: string | null;
}

interface DataOptions {
  signal?: AbortSignal;
  /** Parts that tests replace. */
  app?: AppOptions;
}

export const runExport = async (
  config: Config,
  { from, to, content, ...target }: DataTarget & { from?: string; to?: string; content: boolean },
  options: DataOptions = {},
): Promise<DataExportReport> => {
  const order: OrderedExport = {
    ...(await orderOf(config, target)),
    content,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
  return carryOut(config, 'export', order, orderExport, options);
};

export const runImport = async (
  config: Config,
  target: DataTarget,
  options: DataOptions = {},
): Promise<DataImportReport> => {
  const order: OrderedImport = await orderOf(config, target);
  return carryOut(config, 'import', order, orderImport, options);
};

const orderOf = (config: Config, { place: named, account, project }: DataTarget): Promise<OrderedImport> =>
  withServices(config, async (ctx) => {
    const { id, projects } = (await findAccount(ctx, account)).account;
    const place = {
      accountId: id,
      place: named.startsWith('s3://') ? named : path.resolve(named),
    };
    if (project === null) return place;
    const found = [...projects.values()].find((each) => each.id === project || each.name === project);
    if (found) return { ...place, projectId: found.id };
    throw new AppError('not_found', 'not_found', `The account has no project "${project}".`);
  });

async function carryOut<Order, Report>(
  config: Config,
  command: 'export' | 'import',
  order: Order,
  work: (services: Services, order: Order, signal: AbortSignal) => Promise<Report>,
  { signal = new AbortController().signal, app: parts }: DataOptions,
): Promise<Report> {
  const embedded = config.metadata.kind === 'sqlite' || config.records.kind === 'embedded';
  if (embedded && isLocked(config.dataDir)) {
    const made = await askServer<Report>(config.dataDir, command, order);
    if (made) return made;
    throw new AppError(
      'conflict',
      'server_not_listening',
      `A process holds ${config.dataDir} but does not take commands: it is starting or stopping. Try again in a moment.`,
    );
  }
  const app = await openApp(config, pino({ level: 'silent' }), parts);
  try {
    return await work(app.services, order, signal);
  } finally {
    await app.stop();
  }
}
