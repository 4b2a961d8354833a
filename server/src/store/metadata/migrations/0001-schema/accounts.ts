// Accounts, people, keys, plans, and the settings of an account.
export const accounts = (autoId: string): string => `
create table accounts (
  id text primary key,
  number bigint not null unique,
  name text not null,
  plan text not null,
  subscription_status text not null,
  record_quota bigint,
  retention_days bigint,
  dataset_items integer,
  item_characters integer,
  export_rows bigint,
  trace_spans bigint,
  saved_views bigint,
  deletes_at bigint,
  accept_providers text not null,
  created_at bigint not null,
  updated_at bigint not null
);

create table projects (
  id text primary key,
  number bigint not null unique,
  account_id text not null references accounts (id),
  name text not null,
  is_default integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  constraint projects_account_name unique (account_id, name)
);

create table users (
  id text primary key,
  email text not null unique,
  name text not null,
  password_hash text not null,
  created_at bigint not null,
  updated_at bigint not null
);

create table memberships (
  account_id text not null references accounts (id),
  user_id text not null references users (id),
  role text not null,
  created_at bigint not null,
  constraint memberships_pk primary key (account_id, user_id)
);
create index memberships_user on memberships (user_id);

create table api_keys (
  id text primary key,
  account_id text not null references accounts (id),
  project_id text references projects (id),
  name text not null,
  secret_hash text not null unique,
  hint text not null,
  scopes text,
  expires_at bigint,
  last_used_at bigint,
  created_by text not null,
  created_at bigint not null
);
create index api_keys_account on api_keys (account_id);

create table sessions (
  token_hash text primary key,
  user_id text not null references users (id),
  account_id text not null references accounts (id),
  id_token text,
  expires_at bigint not null,
  created_at bigint not null
);
create index sessions_user on sessions (user_id);

-- Single sign-on: who a user is at a provider.
create table identities (
  issuer text not null,
  subject text not null,
  user_id text not null references users (id),
  created_at bigint not null,
  last_used_at bigint not null,
  constraint identities_pk primary key (issuer, subject),
  -- One person of a provider per user: someone who gets an address of a former colleague is another person.
  constraint identities_user unique (user_id, issuer)
);

create table one_time_tokens (
  token_hash text primary key,
  kind text not null,
  account_id text references accounts (id),
  user_id text references users (id),
  expires_at bigint not null,
  created_at bigint not null
);

-- Programs without a browser that wait for a person to let them in (RFC 8628).
create table device_logins (
  device_hash text primary key,
  user_hash text not null unique,
  client_hash text not null,
  client_name text not null,
  requested_from text,
  scopes text not null,
  interval_ms bigint not null,
  polled_at bigint not null,
  status text not null,
  account_id text references accounts (id),
  user_id text,
  project_id text,
  expires_at bigint not null,
  created_at bigint not null
);
create index device_logins_expiry on device_logins (expires_at);
create index device_logins_account on device_logins (account_id);

create table invitations (
  id text primary key,
  account_id text not null references accounts (id),
  email text not null,
  role text not null,
  status text not null,
  token_hash text not null unique,
  invited_by text not null,
  expires_at bigint not null,
  created_at bigint not null
);
create index invitations_account on invitations (account_id);

create table consents (
  account_id text not null references accounts (id),
  kind text not null,
  granted integer not null,
  changed_at bigint not null,
  changed_by text not null,
  constraint consents_pk primary key (account_id, kind)
);

create table usage (
  account_id text not null references accounts (id),
  month text not null,
  records bigint not null,
  constraint usage_pk primary key (account_id, month)
);

-- Thresholds of the quota that were reported already.
create table quota_notices (
  account_id text not null references accounts (id),
  month text not null,
  percent integer not null,
  noticed_at bigint not null,
  constraint quota_notices_pk primary key (account_id, month, percent)
);

-- Prices that an account sets itself. more is JSON: by length of the input, of one-hour cache writes, tools and tiers.
create table model_prices (
  account_id text not null references accounts (id),
  position integer not null,
  provider text,
  model text not null,
  input_per_mtok double precision not null,
  output_per_mtok double precision not null,
  cache_read_per_mtok double precision,
  cache_write_per_mtok double precision,
  more text,
  updated_at bigint not null,
  constraint model_prices_pk primary key (account_id, position)
);

-- Accounts whose retention changed, until all their records have the new expiry.
create table retention_changes (
  account_id text primary key references accounts (id),
  changed_at bigint not null
);

-- Filters saved under a name.
create table saved_views (
  id ${autoId},
  account_id text not null references accounts (id),
  name text not null,
  filter text not null,
  created_at bigint not null,
  updated_at bigint not null,
  constraint saved_views_account_name unique (account_id, name)
);

create table dashboards (
  id ${autoId},
  account_id text not null references accounts (id),
  name text not null,
  description text not null,
  widgets text not null,
  widget_count integer not null,
  sample_project_id text,
  version integer not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index dashboards_account on dashboards (account_id);

-- The sample that an account has loaded, or is loading. The project is not a reference: after it is deleted, its
-- records are still found by its number.
create table sample_data (
  account_id text primary key references accounts (id),
  project_id text not null,
  project_number integer not null,
  records integer not null,
  loaded integer not null,
  created_at bigint not null
);

create table erasures (
  id text primary key,
  account_id text not null references accounts (id),
  project_id text,
  kind text not null,
  selector text,
  digest text not null,
  status text not null,
  found bigint not null,
  erased bigint not null,
  error text,
  requested_by text not null,
  created_at bigint not null,
  started_at bigint,
  finished_at bigint
);
create index erasures_list on erasures (account_id, created_at, id);
`;
