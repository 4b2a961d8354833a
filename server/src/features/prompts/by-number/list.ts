import type { Context } from '#core/context';
import { LATEST, type PromptRow } from '#services/prompts';
import { readLabels } from '../store.ts';
import {
  countNumberedNames,
  selectConfigs,
  selectDeployedTo,
  selectNewestIds,
  selectNumberedNames,
  selectNumberedVersions,
  type NumberedFilter,
} from './store.ts';

/** A name with its versions that match the filter. */
interface NumberedName {
  name: string;
  type: PromptRow['type'];
  numbers: number[];
  /** Labels that point to one of these versions; `latest` is among them if the newest version is. */
  labels: string[];
  /** Labels of the newest of these versions. */
  tags: string[];
  updatedAt: number;
  config: unknown;
}

type Version = Awaited<ReturnType<typeof selectNumberedVersions>>[number];

export async function listNumbered(
  ctx: Context,
  filter: NumberedFilter,
  page: { offset: number; limit: number },
): Promise<{ names: NumberedName[]; total: number }> {
  const accountId = ctx.account.id;
  const [found, total] = await Promise.all([
    selectNumberedNames(ctx, filter, page),
    countNumberedNames(ctx.db, accountId, filter),
  ]);
  const names = found.map(({ name }) => name);
  if (names.length === 0) return { names: [], total };
  const versions = await selectNumberedVersions(ctx.db, accountId, filter, names);
  const byName = Map.groupBy(versions, ({ name }) => name);
  const last = [...byName.values()].flatMap((each) => each.at(-1)?.id ?? []);
  const [deployed, newest, configs] = await Promise.all([
    selectDeployedTo(ctx.db, accountId, names),
    selectNewestIds(ctx.db, accountId, names),
    selectConfigs(ctx.db, accountId, last),
  ]);
  const labels = new Map<number, string[]>();
  for (const { id, label } of [...deployed, ...newest.map(({ id }) => ({ id, label: LATEST }))])
    labels.getOrInsertComputed(id, () => []).push(label);
  const configOf = new Map(configs.map(({ id, config }) => [id, config]));
  return { names: names.flatMap((name) => present(name, byName.get(name) ?? [], labels, configOf)), total };
}

function present(
  name: string,
  versions: readonly Version[],
  labels: ReadonlyMap<number, string[]>,
  configs: ReadonlyMap<number, string>,
): NumberedName[] {
  const last = versions.at(-1);
  if (!last) return [];
  return [
    {
      name,
      type: last.type,
      numbers: versions.map(({ number }) => number).toSorted((left, right) => left - right),
      labels: versions.flatMap(({ id }) => labels.get(id) ?? []).toSorted(),
      tags: readLabels(last),
      updatedAt: versions.reduce((latest, { updated_at: at }) => Math.max(latest, at), 0),
      config: JSON.parse(configs.get(last.id) ?? '{}') as unknown,
    },
  ];
}
