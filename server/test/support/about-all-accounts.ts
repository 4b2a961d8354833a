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
  ['delete from "device_logins" where "expires_at" <= ?', 'A row has its own end.'],
  ['delete from "llm_reservations" where "charged" = ? and "expires_at" < ?', 'A row has its own end.'],
  ['delete from "deliveries" where "created_at" < ?', 'The same age for all accounts.'],
]);
