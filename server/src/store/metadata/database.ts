// The metadata tables as types. Columns are the subset that SQLite and PostgreSQL share: text, integers
// (times in milliseconds, money in micro-dollars, booleans as 0 / 1), doubles, and JSON as text.
import type { Kysely, Transaction } from 'kysely';
import type { AccountTables } from './tables/account-tables.ts';
import type { AlertTables } from './tables/alert-tables.ts';
import type { EvaluationTables } from './tables/evaluation-tables.ts';
import type { ExperimentTables } from './tables/experiment-tables.ts';
import type { SafetyTables } from './tables/safety-tables.ts';
import type { GateTables } from './tables/gate-tables.ts';
import type { GuardianTables } from './tables/guardian-tables.ts';
import type { ModelTables } from './tables/model-tables.ts';
import type { ProposalTables } from './tables/proposal-tables.ts';
import type { ReviewTables } from './tables/review-tables.ts';
import type { ScoreTables } from './tables/score-tables.ts';
import type { ServiceTables } from './tables/service-tables.ts';

export type { Bit } from './tables/bit.ts';
export type * from './tables/account-tables.ts';
export type * from './tables/alert-tables.ts';
export type * from './tables/evaluation-tables.ts';
export type * from './tables/experiment-tables.ts';
export type * from './tables/safety-tables.ts';
export type * from './tables/gate-tables.ts';
export type * from './tables/guardian-tables.ts';
export type * from './tables/model-tables.ts';
export type * from './tables/proposal-tables.ts';
export type * from './tables/review-tables.ts';
export type * from './tables/score-tables.ts';
export type * from './tables/service-tables.ts';

export type MetadataKind = 'sqlite' | 'postgres';

export interface Database
  extends
    AccountTables,
    ServiceTables,
    EvaluationTables,
    ExperimentTables,
    AlertTables,
    SafetyTables,
    GateTables,
    GuardianTables,
    ModelTables,
    ProposalTables,
    ReviewTables,
    ScoreTables {}

/** Can only read. The engine itself opens the connection read-only. */
export type Reader = Pick<Kysely<Database>, 'selectFrom'>;

/** Can change data. It is a transaction, so that nothing is left half done. */
export type Writer = Transaction<Database>;
