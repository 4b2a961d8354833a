// Creates an account with its default project in one transaction: at the first start, by sign-up, by the
// operator, or on the command line.
import type { InitLimits } from '#config';
import type { Clock } from '#lib/clock';
import { newId } from '#lib/ids';
import type { Tx } from '#core/change/change';
import type { PlanName } from '#core/access/plans';
import { nextNumber } from '#metadata';
import { limitColumns } from './limits.ts';

const DEFAULT_PROJECT = 'Default';

interface OpenAccount {
  id: string;
  name: string;
  plan: PlanName;
  /** Name of the default project. */
  project?: string;
  limits?: InitLimits;
}

export async function openAccount(tx: Tx, clock: Clock, order: OpenAccount): Promise<{ projectId: string }> {
  const now = clock.now();
  const projectId = newId('project');
  await tx.db
    .insertInto('accounts')
    .values({
      id: order.id,
      number: await nextNumber(tx.db, 'accounts'),
      name: order.name,
      plan: order.plan,
      subscription_status: 'active',
      record_quota: null,
      retention_days: null,
      accept_providers: 'four',
      ...limitColumns(order.limits ?? {}),
      created_at: now,
      updated_at: now,
    })
    .execute();
  await tx.db
    .insertInto('projects')
    .values({
      id: projectId,
      number: await nextNumber(tx.db, 'projects'),
      account_id: order.id,
      name: order.project ?? DEFAULT_PROJECT,
      is_default: 1,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { projectId };
}
