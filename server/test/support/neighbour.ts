// Plants a neighbour: while a statement changes or deletes rows of an account, a second account has copies of
// all of them, with the same times, names and ids of clients. Only what the service itself numbers differs:
// the account, its projects, keys and objects. A statement that touches a copy has forgotten whose rows it
// changes, and fails its test. So every verb and job is tested with two accounts, though its test has one.
//
// The copies exist only during the statement, in its transaction. Each statement is checked once per file, the
// first time that it changes something.
import { CompiledQuery, DefaultQueryExecutor, PostgresAdapter, SingleConnectionProvider, sql } from 'kysely';
import type { DialectAdapter, QueryResult, RawBuilder } from 'kysely';
import { afterAll, afterEach, onTestFinished } from 'vitest';
import type { MetadataKind, Writer } from '#metadata';
import { OWN_TABLES, type OTHER_TABLES } from '../../src/features/account-closing/account-rows.ts';
import { shapeOf } from '../../../tools/test/statement-shapes.ts';
import { ABOUT_ALL_ACCOUNTS } from './about-all-accounts.ts';

type OtherTable = (typeof OTHER_TABLES)[number];

/** Tables without `account_id`: the column that leads to the account, and the table where it leads. */
const OWNED: Partial<Record<OtherTable, { by: string; of?: string }>> = {
  accounts: { by: 'id' },
  eval_dataset_items: { by: 'dataset_id', of: 'eval_datasets' },
  eval_dataset_past_items: { by: 'dataset_id', of: 'eval_datasets' },
  eval_dataset_versions: { by: 'dataset_id', of: 'eval_datasets' },
  linked_run_items: { by: 'run_id', of: 'linked_runs' },
  eval_run_items: { by: 'run_id', of: 'eval_runs' },
  experiment_items: { by: 'experiment_id', of: 'experiments' },
  experiment_cells: { by: 'experiment_id', of: 'experiments' },
  gate_spend: { by: 'budget_id', of: 'gate_budgets' },
  gate_held: { by: 'budget_id', of: 'gate_budgets' },
  unfinished_writes: { by: 'account' },
};

/** Not copied, with the reason. `neighbour.test.ts` fails for a table that is neither here nor above. */
export const WITHOUT_NEIGHBOUR: Partial<Record<OtherTable, string>> = {
  users: 'A person may be in both accounts.',
  identities: 'They belong to a person.',
  rate_windows: 'The account is part of a text.',
  record_changes: 'It is one line for all accounts.',
  jobs: 'The account is part of a text, and a job is changed by its number.',
};

const owners = new Map<string, { by: string; of?: string }>([
  ...OWN_TABLES.map((table) => [table, { by: 'account_id' }] as const),
  ...Object.entries(OWNED),
]);

export const isCopied = (table: string): boolean => owners.has(table);

/** Columns with a value that the service made and that no two accounts share. */
const MADE_HERE = new Set(
  `id account account_id account_number alert_event_id alert_id budget_id connection_id criterion_id dataset_id
  deployment_id device_hash entry_id eval_criterion_id experiment_id from_prompt_id holder key_id locked_by open_key
  own_criterion_id parent_id previous_prompt_id project_id project_number prompt_id queue_id rule_id run_id
  sample_project_id secret_hash token_hash user_hash webhook_id`.split(/\s+/),
);

/** Exceptions of a table: numbers that are made here, and ids that clients choose. */
const MORE_MADE_HERE: Record<string, readonly string[]> = {
  accounts: ['number'],
  projects: ['number'],
  alert_groups: ['incident', 'event_id'],
  alert_events: ['told_with'],
  deliveries: ['incident'],
  scores: ['number'],
  review_answers: ['item_id'],
  review_places: ['item_id'],
  comment_mentions: ['comment_id'],
};
const CHOSEN_BY_CLIENTS: Record<string, readonly string[]> = {
  scores: ['id', 'run_id'],
  open_spans: ['id'],
  // The number of an item in its dataset.
  eval_dataset_items: ['id'],
  eval_dataset_past_items: ['id'],
};

const isMadeHere = (table: string, column: string): boolean =>
  MORE_MADE_HERE[table]?.includes(column) === true ||
  (MADE_HERE.has(column) && CHOSEN_BY_CLIENTS[table]?.includes(column) !== true);

interface Executor {
  adapter: DialectAdapter;
  executeQuery: (this: Executor, query: CompiledQuery, ...rest: unknown[]) => Promise<QueryResult<unknown>>;
  withConnectionProvider: (this: Executor, provider: object) => Executor;
}

/** How the copies of a table are made. */
interface Copying {
  plant: string;
  read: string;
  remove: string;
  /** The table that the owner is in. */
  parent: string | null;
}

interface State {
  proved: Set<string>;
  tried: Map<string, number>;
  copying: Map<string, Copying>;
  touched: string[];
  /** For the test of this file. */
  checksTests: boolean;
}

// The tests of a process share Kysely's classes, so they are changed once.
const once = globalThis as { tracewellNeighbour?: State };

const CHANGES = /^\s*(?:delete\s+from|update)\s+"?(\w+)"?/i;
/** Statements that find nothing to change are checked so many times. */
const TRIES = 20;
const AT_MOST_ROWS = 1_000;

function watch(): State {
  const state: State = {
    proved: new Set(),
    tried: new Map(),
    copying: new Map(),
    touched: [],
    checksTests: false,
  };
  // Within a transaction, each statement has an executor, which gets its connection from the transaction.
  const transactions = new WeakMap<Executor, object>();
  const checks = new WeakMap<object, Promise<unknown>>();
  const made = DefaultQueryExecutor.prototype as unknown as Executor;
  const provide = made.withConnectionProvider;
  made.withConnectionProvider = function (provider) {
    const executor = provide.call(this, provider);
    if (!(provider instanceof SingleConnectionProvider)) transactions.set(executor, provider);
    return executor;
  };
  const base = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Executor;
  const execute = base.executeQuery;
  base.executeQuery = async function (query, ...rest) {
    const transaction = transactions.get(this);
    if (!transaction) return execute.call(this, query, ...rest);
    // The statements of a transaction may be started together, and must not see each other's copies.
    for (let running = checks.get(transaction); running; running = checks.get(transaction)) await running;
    const table = CHANGES.exec(query.sql)?.[1];
    if (table === undefined || !owners.has(table) || !isDue(state, query.sql) || isOfTest(state))
      return execute.call(this, query, ...rest);
    const run = (text: string) => execute.call(this, CompiledQuery.raw(text));
    const check = besideCopies(state, { run, adapter: this.adapter }, table, query.sql, () =>
      execute.call(this, query, ...rest),
    );
    const over = () => checks.delete(transaction);
    checks.set(transaction, check.then(over, over));
    return check;
  };
  return state;
}

function isDue({ proved, tried }: State, text: string): boolean {
  const times = tried.get(text) ?? 0;
  if (proved.has(text) || times >= TRIES) return false;
  tried.set(text, times + 1);
  return !ABOUT_ALL_ACCOUNTS.has(shapeOf(text));
}

/** A test may change rows of all its accounts, and a migration does. */
function isOfTest({ checksTests }: State): boolean {
  const frames = (new Error('Who asks?').stack ?? '').split('\n').slice(1);
  const asker = frames.find((line) => line.includes('/server/') && !line.includes(import.meta.filename));
  return !checksTests && /\/server\/test\/|\.test\.ts|\/migrations\//.test(asker ?? '');
}

interface Connection {
  run: (text: string) => Promise<QueryResult<unknown>>;
  adapter: DialectAdapter;
}

async function besideCopies(
  state: State,
  connection: Connection,
  table: string,
  text: string,
  statement: () => Promise<QueryResult<unknown>>,
): Promise<QueryResult<unknown>> {
  const { run } = connection;
  const own = await copyingOf(state, connection, table);
  const copying = own.parent === null ? [own] : [await copyingOf(state, connection, own.parent), own];
  let before: string[] = [];
  await unbound(connection, async () => {
    for (const { plant } of copying) before = rowsOf(await run(plant));
  });
  const remove = () =>
    unbound(connection, async () => {
      for (const each of copying.toReversed()) await run(each.remove);
    });
  const report = (row: string) =>
    state.touched.push(`${table}: a statement touched the row of another account.\n  ${text}\n  ${row}`);
  let result: QueryResult<unknown>;
  await run('savepoint neighbour');
  try {
    result = await statement();
  } catch {
    // Without the copies it fails in the same way, or the copies are the reason.
    await run('rollback to savepoint neighbour');
    await remove();
    result = await statement();
    report(before[0] ?? '');
    return result;
  }
  await run('release savepoint neighbour');
  const after = new Set(rowsOf(await run(own.read)));
  await remove();
  const touched = before.find((row) => !after.has(row));
  if (touched !== undefined) report(touched);
  const changed = Number(result.numAffectedRows ?? result.rows.length) > 0;
  if (changed && before.length > 0) state.proved.add(text);
  return result;
}

const rowsOf = ({ rows }: QueryResult<unknown>): string[] => rows.map((row) => JSON.stringify(row));

const isPostgres = ({ adapter }: Pick<Connection, 'adapter'>): boolean => adapter instanceof PostgresAdapter;

/** Copies refer to rows that do not exist. */
async function unbound(connection: Connection, work: () => Promise<void>): Promise<void> {
  const set = isPostgres(connection)
    ? ['set local session_replication_role = replica', 'set local session_replication_role = origin']
    : ['pragma defer_foreign_keys = on', 'pragma defer_foreign_keys = off'];
  await connection.run(set[0] ?? '');
  await work();
  await connection.run(set[1] ?? '');
}

interface Column {
  name: string;
  type: string;
}

const columnsQuery = (onPostgres: boolean, table: string): string =>
  onPostgres
    ? `select column_name as name, data_type as type from information_schema.columns
        where table_schema = current_schema() and table_name = '${table}' order by ordinal_position`
    : `select name, type from pragma_table_info('${table}')`;

/** The columns whose values may be the same for two accounts. */
export async function columnsOf(db: Writer, kind: MetadataKind, table: string): Promise<string[]> {
  const { rows } = await sql.raw<Column>(columnsQuery(kind === 'postgres', table)).execute(db);
  return rows.map(({ name }) => name).filter((name) => !isMadeHere(table, name));
}

/** All tables with rows of an account, and which of them are its own. */
export const ownedBy = (accountId: string): { table: string; where: RawBuilder<unknown> }[] =>
  [...owners].flatMap(([table, { by, of }]) => {
    if (by === 'account') return [];
    const own = sql`${sql.ref(by)} = ${accountId}`;
    const within = sql`${sql.ref(by)} in (select id from ${sql.table(of ?? table)} where account_id = ${accountId})`;
    return [{ table, where: of === undefined ? own : within }];
  });

async function copyingOf(state: State, connection: Connection, table: string): Promise<Copying> {
  const key = `${isPostgres(connection)} ${table}`;
  const known = state.copying.get(key);
  if (known) return known;
  const { rows } = await connection.run(columnsQuery(isPostgres(connection), table));
  const columns = rows as Column[];
  const isText = (name: string): boolean =>
    columns.find((each) => each.name === name)?.type.toLowerCase() === 'text';
  const { by = '', of = null } = owners.get(table) ?? {};
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const moved = columns.map(({ name }) => {
    if (!isMadeHere(table, name)) return `"${name}"`;
    return isText(name) ? `"${name}" || '~'` : `-"${name}" - 1`;
  });
  const isCopy = isText(by) ? `"${by}" like '%~'` : `"${by}" < 0`;
  const copying: Copying = {
    plant: `insert into "${table}" (${names}) select ${moved.join(', ')} from "${table}"
      where not (${isCopy}) limit ${AT_MOST_ROWS} returning ${names}`,
    read: `select ${names} from "${table}" where ${isCopy}`,
    remove: `delete from "${table}" where ${isCopy}`,
    parent: of,
  };
  state.copying.set(key, copying);
  return copying;
}

/** The reports since the last call. */
export const touchedNeighbours = (): string[] => once.tracewellNeighbour?.touched.splice(0) ?? [];

export function checkTestsToo(): void {
  const state = once.tracewellNeighbour;
  if (!state) return;
  state.checksTests = true;
  onTestFinished(() => {
    state.checksTests = false;
  });
}

/** Call it before anything else counts statements: those of the neighbour are not the product's. */
export function plantNeighbours(): void {
  const state = (once.tracewellNeighbour ??= watch());
  state.proved.clear();
  state.tried.clear();
  const fail = () => {
    const touched = touchedNeighbours();
    if (touched.length > 0) throw new Error(touched.join('\n'));
  };
  afterEach(fail);
  afterAll(fail);
}
