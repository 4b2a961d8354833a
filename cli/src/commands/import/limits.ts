// What the account takes, asked before anything is sent, and how to raise it.
import { countOf, countText } from '../../terminal/amounts.ts';
import type { AskService } from '../../service/connect.ts';
import type { ImportRules, SourceTally, Unfit } from './tally.ts';

const DAY_MS = 86_400_000;

export interface AccountLimits {
  accountId: string;
  retentionDays: number;
  remaining: number;
  quota: number;
  resetsAt: string;
  storesContent: boolean;
  anyProvider: boolean;
}

export async function readLimits(ask: AskService): Promise<AccountLimits> {
  const account = await ask((client, signal) => client.GET('/v1/account', { signal }));
  const { usage, retentionDays, consents, settings, accountId } = account;
  return {
    accountId,
    retentionDays,
    remaining: usage.remaining,
    quota: usage.quota,
    resetsAt: usage.resetsAt,
    storesContent: consents.plaintextStorage,
    anyProvider: settings.acceptProviders === 'any',
  };
}

export const importRules = (
  { retentionDays, storesContent, anyProvider }: AccountLimits,
  nowMs: number,
): ImportRules => ({
  oldestMs: nowMs - retentionDays * DAY_MS,
  latestMs: nowMs + DAY_MS,
  storesContent,
  anyProvider,
});

export interface Misfit {
  code: Unfit | 'quota_exceeded';
  count: number;
  /** True if the records are stored, but without a part of them. */
  isPartial: boolean;
  message: string;
  /** How to make them fit; null if only the source can. */
  remedy: string | null;
}

/** What of the source the account would not take. */
export function misfitsOf(tally: SourceTally, limits: AccountLimits, nowMs: number): Misfit[] {
  const misfits: Misfit[] = [];
  for (const [code, { count, example }] of tally.unfit) {
    misfits.push({ code, count, ...explained(code, count, example, limits, tally, nowMs) });
  }
  // Records that are there already are not charged again, so this is an upper bound.
  const fresh = tally.read - (tally.unfit.get('timestamp_too_old')?.count ?? 0);
  if (fresh > limits.remaining) {
    misfits.push({
      code: 'quota_exceeded',
      count: fresh - limits.remaining,
      isPartial: false,
      message: `The account can store ${countText(limits.remaining)} more records this month (quota ${countText(limits.quota)}), and the source has up to ${countText(fresh)}.`,
      remedy: operatorSets(limits.accountId, {
        recordQuota: limits.quota - limits.remaining + fresh,
      }),
    });
  }
  return misfits;
}

/** The same for an interface, which is not read twice: only its beginning is known. */
export function startMisfits(
  fromMs: number | null,
  rules: ImportRules,
  limits: AccountLimits,
  nowMs: number,
): Misfit[] {
  if (fromMs !== null && fromMs >= rules.oldestMs) return [];
  const day = new Date(rules.oldestMs + DAY_MS).toISOString().slice(0, 10);
  const days = fromMs === null ? null : Math.ceil((nowMs - fromMs) / DAY_MS) + 1;
  return [
    {
      code: 'timestamp_too_old',
      count: 0,
      isPartial: false,
      message: `Records before ${new Date(rules.oldestMs).toISOString()} would be rejected: the account keeps ${limits.retentionDays} days.`,
      remedy: `${operatorSets(limits.accountId, { retentionDays: days ?? 3_650 })}, or use --from ${day}, or leave them out with --skip-refused`,
    },
  ];
}

type Explained = Pick<Misfit, 'isPartial' | 'message' | 'remedy'>;

function explained(
  code: Unfit,
  count: number,
  example: string,
  limits: AccountLimits,
  tally: SourceTally,
  nowMs: number,
): Explained {
  const such = example === '' ? '' : `, such as ${example}`;
  const whole = (message: string, remedy: string | null = null): Explained => ({
    isPartial: false,
    message,
    remedy,
  });
  switch (code) {
    case 'timestamp_too_old': {
      const days = Math.ceil((nowMs - (tally.oldestMs ?? nowMs)) / DAY_MS) + 1;
      return whole(
        `${countOf(count, 'record')} older than the retention of ${limits.retentionDays} days would be rejected${such}.`,
        `${operatorSets(limits.accountId, { retentionDays: days })}, or leave them out with --skip-refused`,
      );
    }
    case 'timestamp_in_future':
      return whole(`${countOf(count, 'record')} more than 24 hours in the future would be rejected${such}.`);
    case 'no_timestamp':
      return whole(
        `${countOf(count, 'record')} without a time would be rejected${such}.`,
        'name the field with --map timestamp=<field>',
      );
    case 'other_provider':
      return whole(
        `${countOf(count, 'record')} of providers outside openai, anthropic, google and mistral would be rejected${such}, unless the deployment lists them (TRACEWELL_PROVIDERS).`,
        'PATCH /v1/account/settings {"acceptProviders": "any"}',
      );
    case 'content_not_stored':
      return {
        isPartial: true,
        message: `${countOf(count, 'record')} with messages would be stored without them: the account has not consented to stored content.`,
        remedy: 'turn on stored content in Settings (PUT /v1/account/consents/plaintext-storage)',
      };
    case 'invalid_json':
      return whole(`${countOf(count, 'line')} cannot be read as JSON${such}.`);
    case 'not_a_record':
      return whole(`Not a record of this source: ${countOf(count, 'line')}${such}.`);
    case 'record_too_large':
    default:
      return whole(`Too large for a request: ${countOf(count, 'record')}${such}.`);
  }
}

const operatorSets = (accountId: string, change: Record<string, number>): string =>
  `the operator sets it with PATCH /operator/accounts/${accountId} ${JSON.stringify(change)}`;
