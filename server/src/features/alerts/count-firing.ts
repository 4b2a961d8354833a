import type { Context } from '#core/context';
import { countFiring } from './store.ts';

export const countFiringAlerts = ({ db, account, project, clock }: Context): Promise<number> =>
  countFiring(db, account.id, project?.id ?? null, clock.now());
