import { DAY_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { FINDING_KINDS, SEVERITIES } from './kinds.ts';
import type { GuardianSummary } from './schemas.ts';
import { countMadeSince, countOpen } from './store.ts';

const sumOf = (counts: readonly { findings: number }[]): number =>
  counts.reduce((total, { findings }) => total + findings, 0);

export const countOpenFindings = async ({ db, account, project }: Context): Promise<number> =>
  sumOf(await countOpen(db, account.id, project?.id ?? null));

export async function summarizeFindings({ db, account, project, clock }: Context): Promise<GuardianSummary> {
  const projectId = project?.id ?? null;
  const [open, last24h] = await Promise.all([
    countOpen(db, account.id, projectId),
    countMadeSince(db, account.id, projectId, clock.now() - DAY_MS),
  ]);
  const by = <T extends string>(names: readonly T[], field: 'kind' | 'severity') =>
    Object.fromEntries(
      names.map((name) => [name, sumOf(open.filter((row) => row[field] === name))]),
    ) as Record<T, number>;
  return {
    open: sumOf(open),
    bySeverity: by(SEVERITIES, 'severity'),
    byKind: by(FINDING_KINDS, 'kind'),
    last24h,
  };
}
