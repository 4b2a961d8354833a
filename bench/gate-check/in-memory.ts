// The decision alone, in this process: 10 budgets and 50 policies on a real metadata store, without HTTP. It
// is measured in CPU time, because the machine is shared.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { AccountCache } from '../../server/src/core/access/accounts.ts';
import { keyedHash } from '../../server/src/core/change/audit.ts';
import { ChangeFeed } from '../../server/src/core/change/change-feed.ts';
import { changeAs } from '../../server/src/core/change/change.ts';
import { openAccount } from '../../server/src/services/accounts/index.ts';
import type { Services } from '../../server/src/core/context.ts';
import { processState } from '../../server/src/core/process-state.ts';
import { checkNow } from '../../server/src/features/runtime-gate/check/check-now.ts';
import { spendTrackerOf } from '../../server/src/features/runtime-gate/spend/spend-tracker.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { newId } from '../../server/src/lib/ids.ts';
import { Metadata } from '../../server/src/store/metadata/open.ts';
import { BUDGETS, POLICIES, STEP } from './rules.ts';
import { fakeRecords } from '../../server/test/support/fake-records.ts';

export async function measureInMemory(rounds: number): Promise<{ micros: number; decision: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));
  const metadata = await Metadata.open({ kind: 'sqlite', path: path.join(folder, 'metadata.sqlite') });
  try {
    const feed = new ChangeFeed(metadata, () => undefined);
    const accounts = new AccountCache(metadata, feed);
    const id = newId('account');
    const by = { accountId: id, actor: { type: 'system', id: 'bench' } as const, origin: null };
    const services = {
      metadata,
      clock: systemClock,
      feed,
      auditHash: async () => keyedHash(Buffer.alloc(32)),
    };
    await changeAs(services, by, 'account.create', async (tx) => {
      await openAccount(tx, systemClock, { id, name: 'Bench', plan: 'team' });
      await tx.db
        .insertInto('gate_budgets')
        .values(
          BUDGETS.map(({ limitUsd, scope, name, period }) => ({
            name,
            period,
            account_id: id,
            created_at: 1,
            updated_at: 1,
            id: newId('budget'),
            limit_micros: limitUsd * 1e6,
            scope: JSON.stringify(scope),
            action: 'deny' as const,
            fail_mode: 'open' as const,
            on_unpriced: 'warn' as const,
            generation: 0,
          })),
        )
        .execute();
      await tx.db
        .insertInto('gate_policies')
        .values(
          POLICIES.map(({ match, name, effect, priority }) => ({
            name,
            effect,
            priority,
            account_id: id,
            created_at: 1,
            updated_at: 1,
            id: newId('policy'),
            enabled: 1 as const,
            match: JSON.stringify(match),
            max_cost_micros: null,
            max_tokens: null,
            fail_mode: 'open' as const,
            on_unpriced: 'warn' as const,
            approval_minutes: null,
          })),
        )
        .execute();
      return { result: undefined, target: { type: 'account', id } };
    });
    const account = await accounts.get(id);
    if (!account) throw new Error('The account does not exist.');
    const ofGate = {
      config: { providers: ['openai', 'anthropic', 'google', 'mistral'] },
      metadata,
      feed,
      accounts,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      records: fakeRecords({
        selectSpentUsd: async (_scope, wants) =>
          wants.map(() => ({ usd: 0, unpricedCalls: 0, unpricedTokens: 0 })),
      }),
    } as unknown as Services;
    const ctx = {
      config: ofGate.config,
      clock: ofGate.clock,
      state: processState(() => ofGate),
      account,
      project: null,
    };
    const gate = spendTrackerOf(ctx);
    await gate.ready(gate.state(id));
    gate.start();
    let decision = '';
    let micros = Infinity;
    for (let run = 0; run < 5; run += 1) {
      const before = process.cpuUsage();
      for (let round = 0; round < rounds; round += 1) decision = checkNow(ctx, STEP)?.decision ?? 'none';
      const { user, system } = process.cpuUsage(before);
      micros = Math.min(micros, (user + system) / rounds);
      // Lets the reads that run once a second happen.
      await gate.flush();
    }
    await gate.close();
    return { micros, decision };
  } finally {
    await metadata.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
