import type { Kysely } from 'kysely';
import type { MetadataKind } from '../database.ts';

/** Prompts by name and version, labels, and the history of each label. */
export const prompts = (kind: MetadataKind) => async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  const numbered = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (c) =>
        kind === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
      )
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'));

  await numbered('prompts')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('template', 'text', (c) => c.notNull())
    .addColumn('variables', 'text')
    .addColumn('labels', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .addUniqueConstraint('prompts_name_version', ['account_id', 'name', 'version'])
    .execute();
  await db.schema.createIndex('prompts_newest').on('prompts').columns(['account_id', 'id']).execute();

  await numbered('prompt_deployments')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('prompt_id', number, (c) => c.notNull().references('prompts.id'))
    .addColumn('previous_prompt_id', number, (c) => c.references('prompts.id'))
    .addColumn('entry_id', number, (c) => c.notNull())
    .addColumn('deployed_at', number, (c) => c.notNull())
    .addColumn('deployed_by', 'text', (c) => c.notNull())
    .addUniqueConstraint('prompt_deployments_label', ['account_id', 'name', 'label'])
    .execute();
  await db.schema
    .createIndex('prompt_deployments_prompt')
    .on('prompt_deployments')
    .columns(['account_id', 'prompt_id'])
    .execute();
  await db.schema
    .createIndex('prompt_deployments_previous')
    .on('prompt_deployments')
    .column('previous_prompt_id')
    .execute();

  // The history keeps the text of deleted prompts that were deployed.
  await numbered('prompt_deployment_history')
    .addColumn('deployment_id', number, (c) => c.notNull())
    .addColumn('parent_id', number)
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('prompt_id', number, (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('from_prompt_id', number)
    .addColumn('from_version', 'text')
    .addColumn('comment', 'text')
    .addColumn('deployed_at', number, (c) => c.notNull())
    .addColumn('deployed_by', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('prompt_deployment_history_of')
    .on('prompt_deployment_history')
    .columns(['deployment_id', 'id'])
    .execute();
  await db.schema
    .createIndex('prompt_deployment_history_prompt')
    .on('prompt_deployment_history')
    .columns(['account_id', 'prompt_id'])
    .execute();
};
