import { sql, type Kysely } from 'kysely';

interface OldPrompt {
  id: number;
  account_id: string;
  template: string;
}

/**
 * Which prompts contain which others, and the labels that only admins may move. References of stored prompts are
 * read once here. The pattern is written out, because a migration never changes.
 */
export const promptReferences = async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  await db.schema
    .createTable('prompt_references')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('prompt_id', number, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('label', 'text')
    .addColumn('number', 'integer')
    .execute();
  await db.schema
    .createIndex('prompt_references_name')
    .on('prompt_references')
    .columns(['account_id', 'name'])
    .execute();
  await db.schema
    .createIndex('prompt_references_prompt')
    .on('prompt_references')
    .columns(['account_id', 'prompt_id'])
    .execute();
  await db.schema
    .createTable('prompt_protected_labels')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('prompt_protected_labels_pk', ['account_id', 'label'])
    .execute();

  const { rows } = await sql<OldPrompt>`select id, account_id, template from prompts
    where replace(template, '@@@langfusePrompt:', '') <> template`.execute(db);
  for (const { id, account_id: accountId, template } of rows) {
    const found = new Set(
      [...template.matchAll(/@@@langfusePrompt:([^@\n]{1,500})@@@/g)].map(([, of]) => of),
    );
    for (const inner of found) {
      const fields = new Map(
        (inner ?? '').split('|').map((part) => {
          const equals = part.indexOf('=');
          return [part.slice(0, equals).trim(), part.slice(equals + 1).trim()] as const;
        }),
      );
      const name = fields.get('name') ?? '';
      const version = fields.get('version');
      if (name === '' || (version !== undefined && !/^[1-9]\d{0,8}$/.test(version))) continue;
      const label = version === undefined ? fields.get('label') || 'production' : null;
      await sql`insert into prompt_references (account_id, prompt_id, name, label, number)
        values (${accountId}, ${id}, ${name}, ${label}, ${version === undefined ? null : Number(version)})`.execute(
        db,
      );
    }
  }
};
