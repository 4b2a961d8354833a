import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { Finding, FindingChange } from './schemas.ts';
import { lockFinding, presentFinding, updateStatus } from './store.ts';

/** Any status may follow any other. */
export const changeStatus = (ctx: Context, id: string, { status }: FindingChange): Promise<Finding> =>
  change(ctx, 'guardian_finding.update', async ({ db }) => {
    const { account, project, clock } = ctx;
    const row = isId('finding', id) ? await lockFinding(db, account.id, project?.id ?? null, id) : null;
    if (!row) throw notFound('Finding');
    if (row.status === status) return { result: presentFinding(row), target: null };
    const changed = await updateStatus(db, account.id, id, status, clock.now());
    return {
      result: presentFinding(changed),
      target: { type: 'guardian_finding', id },
      metadata: { kind: row.kind, title: row.title, from: row.status, to: status },
    };
  });
