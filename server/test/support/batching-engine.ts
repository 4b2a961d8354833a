// A record engine for tests with many queries. Under emulation every statement takes seconds, whatever it
// asks, so concurrent queries with the same columns are sent to the real engine as one statement. A native
// engine answers them one by one in a third of the time that it takes to analyze such a statement.
import type { Params, RecordsEngine } from '../../src/store/records/engine/engine.ts';
import { emulated } from './records-engine.ts';

interface Question {
  sql: string;
  params: Params;
  answered: (rows: unknown[]) => void;
  failed: (error: unknown) => void;
}

// Otherwise most of the time goes into compiling one-off expressions and spreading few rows over threads.
const CALMLY =
  'SETTINGS max_threads = 1, compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0';

type Row = { batch__: number; place__: string };

export const batching = (engine: RecordsEngine): RecordsEngine =>
  emulated ? inBatches(engine) : oneByOne(engine);

function oneByOne(engine: RecordsEngine): RecordsEngine {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...engine,
    query: <Row>(sql: string, params?: Params) => {
      const asked = last.then(() =>
        engine.query<Row>(/\nSETTINGS [^\n]+$/.test(sql) ? sql : `${sql}\n${CALMLY}`, params),
      );
      last = asked.catch(() => undefined);
      return asked;
    },
  };
}

function inBatches(engine: RecordsEngine): RecordsEngine {
  let waiting: Question[] = [];
  const ask = (): void => {
    const questions = waiting;
    waiting = [];
    for (const group of Object.values(Object.groupBy(questions, ({ sql }) => columnsOf(sql)))) {
      if (group) void askTogether(engine, group);
    }
  };
  return {
    ...engine,
    query: <Row>(sql: string, params: Params = {}) =>
      new Promise<Row[]>((resolve, failed) => {
        if (waiting.length === 0) setImmediate(ask);
        waiting.push({ sql, params, failed, answered: (rows) => resolve(rows as Row[]) });
      }),
  };
}

const columnsOf = (sql: string): string => sql.slice(0, sql.search(/\sFROM\s/));

async function askTogether(engine: RecordsEngine, questions: readonly Question[]): Promise<void> {
  const params: Params = {};
  const parts = questions.map((question, at) => {
    for (const [name, value] of Object.entries(question.params)) params[`q${at}_${name}`] = value;
    const sql = question.sql.replaceAll(/\{(\w+): /g, `{q${at}_$1: `);
    return `SELECT ${at} AS batch__, rowNumberInAllBlocks() AS place__, * FROM (${sql})`;
  });
  try {
    const rows = await engine.query<Row>(`SELECT * FROM (${parts.join('\nUNION ALL ')})\n${CALMLY}`, params);
    questions.forEach(({ answered }, at) => {
      const own = rows
        .filter(({ batch__ }) => batch__ === at)
        .toSorted((left, right) => Number(left.place__) - Number(right.place__));
      answered(own.map(({ batch__: _batch, place__: _place, ...row }) => row));
    });
  } catch (error) {
    for (const { failed } of questions) failed(error);
  }
}
