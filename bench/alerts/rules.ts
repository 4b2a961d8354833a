// Accounts and their alerts: every type, windows of unequal lengths, two channels each.
import type { App } from '../../server/src/app.ts';
import { changeAs } from '../../server/src/core/change/change.ts';
import { openAccount } from '../../server/src/services/accounts/index.ts';
import { ALERT_TYPES } from '../../server/src/features/alerts/alert-types.ts';
import { mintKey } from '../../server/src/features/api-keys/index.ts';
import { sealTargets } from '../../server/src/services/notifications/index.ts';
import { newId } from '../../server/src/lib/ids.ts';

export interface Opened {
  ids: string[];
  /** The account numbers in the records store; they are consecutive. */
  numbers: number[];
  criteria: number[];
  /** A key of the first account that may send records. */
  apiKey: string;
}

const WINDOWS = [15, 60, 180, 1_440] as const;
const SCORES = 100;
const ROWS_AT_ONCE = 500;
const NEVER = 1e12;

export async function openAccounts(app: App, count: number): Promise<Opened> {
  const { services } = app;
  const opened: Opened = { ids: [], numbers: [], criteria: [], apiKey: '' };
  for (let made = 0; made < count; made += 1) {
    const id = newId('account');
    const by = { accountId: id, actor: { type: 'system', id: 'bench' } as const, origin: null };
    const apiKey = await changeAs(services, by, 'account.create', async (tx) => {
      await openAccount(tx, services.clock, { id, name: `Account ${made}`, plan: 'team' });
      const key = {
        accountId: id,
        name: 'Bench',
        scopes: null,
        projectId: null,
        expiresAt: null,
        createdBy: 'bench',
      };
      const minted = await mintKey(tx, services.clock, key);
      return { result: minted.apiKey, target: { type: 'account', id } };
    });
    // The first read creates the default criteria of an account.
    const reply = await app.http.inject({
      url: '/v1/eval-criteria',
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const { criteria } = reply.json<{ criteria: { id: number }[] }>();
    opened.ids.push(id);
    opened.numbers.push((await services.accounts.get(id))?.number ?? 0);
    opened.criteria.push(criteria[0]?.id ?? 0);
    if (made === 0) opened.apiKey = apiKey;
  }
  return opened;
}

export async function makeRules({ services }: App, { ids, criteria }: Opened, count: number): Promise<void> {
  const now = services.clock.now();
  const targets = sealTargets(services.sealer, {
    webhook: { url: 'https://hooks.example.com/tracewell', secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZg==' },
    pagerduty: { routingKey: '0123456789abcdef0123456789abcdef' },
  });
  const rules = Array.from({ length: count }, (_, at) => {
    const type = ALERT_TYPES[at % ALERT_TYPES.length] ?? 'cost_threshold';
    const whose = Math.floor(at / ALERT_TYPES.length) % ids.length;
    return {
      account_id: ids[whose] ?? '',
      name: `Alert ${at}`,
      alert_type: type,
      threshold_value: type === 'eval_score' ? -NEVER : NEVER,
      window_minutes: WINDOWS[Math.floor(at / ALERT_TYPES.length / ids.length) % WINDOWS.length] ?? 60,
      channel_kinds: '["webhook","pagerduty"]',
      channel_targets: targets,
      enabled: 1 as const,
      eval_criterion_id: type === 'eval_score' ? (criteria[whose] ?? null) : null,
      holds: 0 as const,
      held_back: 0 as const,
      version: 0,
      findings_told: 0,
      created_at: now,
      updated_at: now,
    };
  });
  const scores = ids.flatMap((id, whose) =>
    Array.from({ length: SCORES }, (_, at) => ({
      account_id: id,
      criterion_id: criteria[whose] ?? 0,
      call_id: `call-${at}`,
      call_timestamp: now,
      score: at % 5,
      reasoning: '',
      status: 'scored' as const,
      cost_micros: 0,
      created_at: now - at * 6_000,
    })),
  );
  await services.metadata.transaction(async (db) => {
    for (let from = 0; from < rules.length; from += ROWS_AT_ONCE)
      await db
        .insertInto('alerts')
        .values(rules.slice(from, from + ROWS_AT_ONCE))
        .execute();
    for (let from = 0; from < scores.length; from += ROWS_AT_ONCE)
      await db
        .insertInto('eval_scores')
        .values(scores.slice(from, from + ROWS_AT_ONCE))
        .execute();
  });
}

/** Makes all rules fire in the next round, whatever is measured; or makes none fire, so that all clear. */
export async function fires({ services }: App, all: boolean): Promise<void> {
  const over = all ? -NEVER : NEVER;
  await services.metadata.transaction(async (db) => {
    const state = all ? ({ holds: 0, fired_at: null } as const) : {};
    await db
      .updateTable('alerts')
      .set({ ...state, threshold_value: over })
      .where('alert_type', '<>', 'eval_score')
      .execute();
    await db
      .updateTable('alerts')
      .set({ ...state, threshold_value: -over })
      .where('alert_type', '=', 'eval_score')
      .execute();
  });
}
