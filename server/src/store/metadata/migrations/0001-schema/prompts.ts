// Prompts by name and version, their labels, and the history of each label.
export const prompts = (autoId: string): string => `
create table prompts (
  id ${autoId},
  account_id text not null references accounts (id),
  name text not null,
  version text not null,
  number integer not null,
  type text not null,
  template text not null,
  variables text,
  labels text not null,
  description text,
  config text not null,
  sample_project_id text,
  created_at bigint not null,
  updated_at bigint not null,
  constraint prompts_name_version unique (account_id, name, version)
);
create index prompts_newest on prompts (account_id, id);
create unique index prompts_name_number on prompts (account_id, name, number);

-- Outlives its versions, so that the number of a deleted version is not used again.
create table prompt_names (
  account_id text not null references accounts (id),
  name text not null,
  last_number integer not null,
  constraint prompt_names_pk primary key (account_id, name)
);

-- Which prompts contain which others, by a label or by a number.
create table prompt_references (
  account_id text not null references accounts (id),
  prompt_id bigint not null,
  name text not null,
  label text,
  number integer
);
create index prompt_references_name on prompt_references (account_id, name);
create index prompt_references_prompt on prompt_references (account_id, prompt_id);

-- Labels that only admins may move.
create table prompt_protected_labels (
  account_id text not null references accounts (id),
  label text not null,
  constraint prompt_protected_labels_pk primary key (account_id, label)
);

create table prompt_deployments (
  id ${autoId},
  account_id text not null references accounts (id),
  name text not null,
  label text not null,
  prompt_id bigint not null references prompts (id),
  previous_prompt_id bigint references prompts (id),
  entry_id bigint not null,
  deployed_at bigint not null,
  deployed_by text not null,
  constraint prompt_deployments_label unique (account_id, name, label)
);
create index prompt_deployments_prompt on prompt_deployments (account_id, prompt_id);
create index prompt_deployments_previous on prompt_deployments (previous_prompt_id);

-- Keeps the text of deleted prompts that were deployed.
create table prompt_deployment_history (
  id ${autoId},
  account_id text not null references accounts (id),
  deployment_id bigint not null,
  parent_id bigint,
  action text not null,
  prompt_id bigint not null,
  version text not null,
  from_prompt_id bigint,
  from_version text,
  comment text,
  deployed_at bigint not null,
  deployed_by text not null
);
create index prompt_deployment_history_of on prompt_deployment_history (deployment_id, id);
create index prompt_deployment_history_prompt on prompt_deployment_history (account_id, prompt_id);
`;
