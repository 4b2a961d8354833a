// How many rows are read until a page is full. sessions.engine.test.ts and traces.engine.test.ts run the
// statements on the engine.
import { describe, expect, it } from 'vitest';
import { newestPlaces } from './newest-places.ts';
import type { QuestionEngine } from './question.ts';
import { selectSessions } from './sessions.ts';

/** Answers like the statement: the newest `rows` of a table, by thing. */
function tableOf(rows: readonly (readonly [id: string, atMs: number])[]) {
  const asked: number[] = [];
  const engine = {
    query: async (_sql: string, { rows: most }: { rows: number }) => {
      asked.push(most);
      const newest = rows.toSorted(([, left], [, right]) => right - left).slice(0, most);
      return [...Map.groupBy(newest, ([id]) => id)].map(([id, of]) => ({
        place_id: id,
        at_ms: String(Math.max(...of.map(([, at]) => at))),
        from_ms: String(Math.min(...of.map(([, at]) => at))),
        found: String(of.length),
      }));
    },
  } as unknown as QuestionEngine;
  const ask = (limit: number) =>
    newestPlaces(engine, { limit, rowsOfEach: 16 }, (most) => ({ sql: '', params: { rows: most } }));
  return { ask, asked };
}

describe('newestPlaces', () => {
  it('reads a few rows for each place, and no more if they are enough', async () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => [`s${Math.floor(at / 4)}`, at] as const);
    const { ask, asked } = tableOf(rows);
    const { places, isCut } = await ask(3);
    expect(places).toEqual([
      { id: 's249', atMs: 999 },
      { id: 's248', atMs: 995 },
      { id: 's247', atMs: 991 },
    ]);
    expect([isCut, asked]).toEqual([false, [48]]);
  });

  it('reads more rows if few places have many, up to all of them', async () => {
    const rows = Array.from({ length: 900 }, (_, at) => [at < 2 ? `old ${at}` : 'long', at] as const);
    const { ask, asked } = tableOf(rows);
    expect((await ask(3)).places.map(({ id }) => id)).toEqual(['long', 'old 1', 'old 0']);
    expect(asked).toEqual([48, 240, 1_200]);
  });

  it('reads twice as many rows if nearly enough places were found', async () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => [`s${Math.floor(at / 20)}`, at] as const);
    const { ask, asked } = tableOf(rows);
    expect((await ask(10)).places).toHaveLength(10);
    expect(asked).toEqual([160, 320]);
  });

  it('leaves out the oldest moment of the rows it read, which may be incomplete', async () => {
    // All rows have the same time, and the first read ends among them.
    const rows = Array.from({ length: 40 }, (_, at) => [`s${at}`, 1] as const);
    const { ask, asked } = tableOf(rows);
    const { places } = await ask(2);
    expect(places.map(({ id }) => id)).toEqual(['s9', 's8']);
    expect(asked).toEqual([32, 256]);
  });
});

it('a session with more calls than the read limit does not hide the others', async () => {
  const statements: string[] = [];
  const engine = {
    query: async (sql: string, { rows }: { rows?: number }) => {
      statements.push(sql);
      if (rows !== undefined) return [{ place_id: 'long', at_ms: '9', from_ms: '5', found: String(rows) }];
      const isOrder = sql.includes('AS place_id');
      return ['long', 'short'].map((id, at) =>
        isOrder
          ? { place_id: id, at_ms: String(9 - at) }
          : {
              session_id: id,
              calls: 1,
              traces: 0,
              errors: 0,
              cost_usd: 0,
              total_tokens: 0,
              start_ms: '1',
              end_ms: 9 - at,
            },
      );
    },
  } as unknown as QuestionEngine;
  const scope = { account: 1, project: null, sinceMs: 0 };
  const { sessions, next } = await selectSessions({}, { after: null, limit: 10 }).run(engine, scope);
  expect(sessions.map(({ sessionId, endMs }) => [sessionId, endMs])).toEqual([
    ['long', 9],
    ['short', 8],
  ]);
  expect(next).toBeNull();
  expect(statements.at(-2)).not.toContain('LIMIT {rows: UInt32}');
});
