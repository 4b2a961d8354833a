// No account sees records of another, as far as statements show it: each statement for an account binds that
// account for every table it reads or changes. isolation.engine.test.ts asks the engine itself.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DECLARED } from '#test/support/fake-records';
import { ISOLATION } from '#test/support/isolation-table';
import type { Params, RecordsEngine } from './engine/engine.ts';
import { createRecordsStore } from './create-records-store.ts';
import { question, streamQuestion } from './questions/question.ts';
import type { RecordWriter } from './writer/writer.ts';

interface Sent {
  sql: string;
  params: Params;
}

const TABLES =
  'calls|observations|call_content|messages|agg_15m|call_ids|arrivals|run_times|staged_costs|staged_erasures|staged_additions';
const NAMED = new RegExp(String.raw`\b(?:FROM|JOIN|TABLE|UPDATE)\s+(?:${TABLES})\b`, 'g');
const BOUND = /\baccount = \{account: UInt32\}|PARTITION \(\{account: UInt32\}/g;

const SOURCE = path.join(import.meta.dirname, '../..');
const DECLARATION = /\b(?:question|serviceQuestion|streamQuestion|recordsChange)\(\{\s*name: '(\w+)'/g;

/** Methods that run questions and changes declared elsewhere. */
const TAKES_VALUES = new Set(['admin', 'ask', 'askAll', 'change', 'stream']);

const sources = () =>
  globSync('**/*.ts', { cwd: SOURCE })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(path.join(SOURCE, file), 'utf8') }));

function recording() {
  const sent: Sent[] = [];
  const inserted: object[] = [];
  const settled: number[] = [];
  /** Number of statements sent before each. */
  const checkpoints: number[] = [];
  async function* nothing(): AsyncGenerator<never> {}
  const engine: RecordsEngine = {
    kind: 'server',
    database: 'none',
    query: async (sql, params = {}) => {
      sent.push({ sql, params });
      return [];
    },
    command: async (sql, params = {}) => {
      sent.push({ sql, params });
    },
    insert: async (_table, rows) => {
      inserted.push(...rows);
    },
    insertRows: () => Promise.reject(new Error('Only the writer does this.')),
    streamRows: (sql, params) => {
      sent.push({ sql, params });
      return nothing();
    },
    streamBytes: (sql, params) => {
      sent.push({ sql, params });
      return nothing();
    },
    streamParquet: (sql, params) => {
      sent.push({ sql, params });
      return nothing();
    },
    close: async () => undefined,
  };
  const writer = {
    settle: async (account: number) => {
      settled.push(account);
    },
    checkpoint: async () => {
      checkpoints.push(sent.length + inserted.length);
    },
  } as unknown as RecordWriter;
  return { store: createRecordsStore(engine, writer), sent, inserted, settled, checkpoints };
}

describe('isolation of accounts', () => {
  it('covers every question and change that the source declares, and every method of the store', () => {
    const declared = sources().flatMap(({ text }) => [...text.matchAll(DECLARATION)].map(([, name]) => name));
    expect(declared.toSorted()).toEqual(Object.keys(DECLARED).toSorted());
    for (const [name, { kind }] of Object.entries(DECLARED)) expect(kind).toBe(name);
    const { store } = recording();
    const methods = [...Object.keys(store), ...Object.keys(store.admin)].filter(
      (name) => !TAKES_VALUES.has(name),
    );
    expect(Object.keys(ISOLATION).toSorted()).toEqual([...methods, ...Object.keys(DECLARED)].toSorted());
  });

  it('has one file that writes the placeholder of the account, and no feature that uses it', () => {
    const writing = sources().filter(({ text }) => /\baccount\s*:\s*UInt32\b/.test(text));
    expect(writing.map(({ file }) => file)).toEqual(['store/records/questions/scope.ts']);
    const using = sources().filter(({ text }) => /\b(?:OF_)?ACCOUNT\b.*from '.*(?:records|scope)/.test(text));
    for (const { file } of using) expect(file).toMatch(/^store\/records\//);
  });

  it('rejects a statement that does not bind the account of its scope', async () => {
    const { store, sent } = recording();
    const scope = { account: 4_711, project: null, sinceMs: 0 };
    const statements = [
      { sql: 'SELECT id FROM calls', params: {} },
      { sql: 'SELECT id FROM calls', params: { account: scope.account } },
      { sql: 'SELECT id FROM calls WHERE account = {account: UInt32}', params: { account: 1 } },
    ];
    for (const statement of statements) {
      const select = question({ name: 'selectAll', sql: () => statement, read: (rows: object[]) => rows });
      await expect(store.ask(scope, select())).rejects.toThrow('selectAll does not name its account');
      const stream = streamQuestion({
        name: 'streamAll',
        parts: (engine, _scope, signal) => engine.streamRows(statement.sql, statement.params, signal),
      });
      await expect(store.stream(scope, stream(), AbortSignal.abort())).rejects.toThrow('streamAll does not');
    }
    expect(sent).toEqual([]);
  });

  const asked = Object.entries(ISOLATION).filter(([, entry]) => !('because' in entry));

  it.each(asked)(
    '%s binds the account in every statement, and waits for the writes of the account',
    async (name, entry) => {
      const { store, sent, inserted, settled, checkpoints } = recording();
      const scope = { account: 4_711, project: 5, sinceMs: 0 };
      if ('ask' in entry) await entry.ask(store, scope, 1_700_000_000_000);
      if ('change' in entry) await entry.change(store, scope, 1_700_000_000_000);
      expect([...new Set(settled)]).toEqual([scope.account]);
      // Staging removes nothing yet, and lineage is settled again after a crash; any other change has a checkpoint before its first statement.
      const staged = name.startsWith('stage') || name === 'setLineage';
      expect([name, checkpoints]).toEqual([name, 'change' in entry && !staged ? [0] : []]);
      expect(sent.length + inserted.length).toBeGreaterThan(0);
      for (const row of inserted) expect(row).toMatchObject({ account: scope.account });
      const telling = sent.filter(({ sql }) => !sql.includes('FROM system.'));
      for (const { sql, params } of telling) {
        const tables = sql.match(NAMED) ?? [];
        expect([sql, tables.length > 0, params['account']]).toEqual([sql, true, scope.account]);
        expect([sql, (sql.match(BOUND) ?? []).length]).toEqual([sql, tables.length]);
        const byProject = 'ask' in entry && entry.byProject === undefined && entry.looksAcross === undefined;
        expect([name, !byProject || params['project'] === scope.project]).toEqual([name, true]);
      }
    },
  );
});
