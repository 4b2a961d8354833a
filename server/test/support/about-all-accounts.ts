// Statements that change rows of all accounts on purpose, with the reason. Their whole text stands here, so one
// that is changed is looked at again.

export const ABOUT_ALL_ACCOUNTS: ReadonlyMap<string, string> = new Map([
  [
    'delete from "sessions" where "user_id" = ? and "token_hash" != ?',
    'A person has one password for all accounts.',
  ],
  [
    'update "gate_approvals" set "status" = ?, "open_key" = ? where "status" = ? and "expires_at" <= ?',
    'A row has its own end.',
  ],
  ['delete from "review_claims" where "expires_at" < ?', 'A row has its own end.'],
  ['delete from "ingest_receipts" where "hour" < ?', 'The same age for all accounts.'],
  ['delete from "gate_held" where "expires_at" <= ?', 'A row has its own end.'],
  ['delete from "gate_holds" where "expires_at" <= ?', 'A row has its own end.'],
  ['delete from "gate_spend" where "period_start" < ?', 'The same age for all accounts.'],
  ['delete from "gate_approvals" where "status" <> ? and "expires_at" < ?', 'A row has its own end.'],
  ['delete from "merged_calls" where "noted_at" < ?', 'The same age for all accounts.'],
  ['delete from "safety_claims" where "expires_at" < ?', 'A row has its own end.'],
  ['delete from "sessions" where "expires_at" <= ?', 'A row has its own end.'],
  ['delete from "one_time_tokens" where "expires_at" <= ?', 'A row has its own end.'],
  ['delete from "changes" where "created_at" < ?', 'The same age for all accounts.'],
  [
    'delete from "gate_spend" where "budget_id" not in (select "id" from "gate_budgets")',
    'Rows without a budget belong to no account.',
  ],
  ['delete from "device_logins" where "expires_at" <= ?', 'A row has its own end.'],
  ['delete from "llm_reservations" where "charged" = ? and "expires_at" < ?', 'A row has its own end.'],
  ['delete from "deliveries" where "created_at" < ?', 'The same age for all accounts.'],
]);
