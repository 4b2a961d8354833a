// Scans new flags of the safety classifiers of all accounts. Each counts once, because the progress is saved
// with the findings.
import type { SystemContext } from '#core/context';
import { flaggedSince } from '#features/safety';
import { promptInjections } from '../detect/prompt-injection.ts';
import { saveFindings } from './save-findings.ts';
import { FIRST_SCAN_MS } from './scan-account.ts';
import { holdScan, moveProgress, selectProgress, updateScan } from './store.ts';

const PROGRESS = 'safety_assessments';
const AT_ONCE = 500;

export async function scanAssessments(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const after = await selectProgress(ctx.db, PROGRESS);
    const flagged = await flaggedSince(ctx.db, after, AT_ONCE);
    const last = flagged.at(-1);
    if (!last) return;
    const byAccount = Map.groupBy(flagged, ({ accountId }) => accountId);
    const moved = await ctx.metadata.transaction(async (db) => {
      if (!(await moveProgress(db, PROGRESS, after, last.id))) return false;
      // A fixed order prevents deadlocks.
      for (const accountId of [...byAccount.keys()].toSorted()) {
        const account = await ctx.accounts.get(accountId);
        if (!account) continue;
        const now = ctx.clock.now();
        const { findings_made: before } = await holdScan(db, {
          account_id: account.id,
          account_number: account.number,
          settled_until: now - FIRST_SCAN_MS,
          seen: '[]',
          arrived: '{}',
          findings_made: 0,
          version: 0,
          scanned_at: now,
        });
        const sightings = promptInjections(byAccount.get(accountId) ?? []);
        const made = await saveFindings(ctx, db, account, sightings, before);
        if (made !== before) await updateScan(db, account.id, { findings_made: made });
      }
      return true;
    });
    if (!moved || flagged.length < AT_ONCE) return;
  }
}
