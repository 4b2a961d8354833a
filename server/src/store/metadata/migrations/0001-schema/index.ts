// The first schema, one file by subject, in SQL that both engines understand. Until 0.1.0 is tagged it is
// edited in place. Its fingerprint is in the name of the migration, which detects a store with another schema.
import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { MetadataKind } from '../../database.ts';
import { accounts } from './accounts.ts';
import { alerts } from './alerts.ts';
import { evaluation } from './evaluation.ts';
import { experiments } from './experiments.ts';
import { findings } from './findings.ts';
import { gate } from './gate.ts';
import { models } from './models.ts';
import { prompts } from './prompts.ts';
import { scores } from './scores.ts';
import { service } from './service.ts';

const AUTO_ID: Readonly<Record<MetadataKind, string>> = {
  sqlite: 'integer primary key autoincrement',
  postgres: 'bigserial primary key',
};

/** A table is created after those that it refers to. */
const statements = (kind: MetadataKind): string[] => {
  const autoId = AUTO_ID[kind];
  return [
    accounts(autoId),
    service(autoId),
    models,
    prompts(autoId),
    evaluation(autoId),
    experiments,
    scores(autoId),
    alerts(autoId),
    gate,
    findings,
  ].flatMap((subject) =>
    subject
      .replaceAll(/--.*/g, '')
      .split(';')
      .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
      .filter((statement) => statement !== ''),
  );
};

const fingerprint = createHash('sha256').update(statements('sqlite').join(';')).digest('hex').slice(0, 8);

export const SCHEMA = `0001-schema-${fingerprint}`;

export const schema = (kind: MetadataKind) => async (db: Kysely<never>) => {
  for (const statement of statements(kind)) await sql.raw(statement).execute(db);
};
