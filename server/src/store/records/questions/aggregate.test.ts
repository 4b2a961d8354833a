import { describe, expect, it } from 'vitest';
import { selectAggregate } from './aggregate.ts';
import type { AggregateQuestion } from './aggregate-parts.ts';
import type { QuestionEngine } from './question.ts';

const scope = { account: 7, project: null, sinceMs: 0 };
const window = { startMs: 0, endMs: 3_600_000 };

const part = (key: string, n: number, amount: number, per?: number, present = 1) => ({
  present,
  key,
  part_n: n,
  part_amount: amount,
  ...(per === undefined ? {} : { part_per: per }),
  part_seen: String(n * 1_000),
});

/** Each of `answers` is for one statement. */
async function answered(question: AggregateQuestion, ...answers: object[][]) {
  const sent: string[] = [];
  const query = async (sql: string) => {
    sent.push(sql);
    return answers[sent.length - 1] ?? [];
  };
  const answer = await selectAggregate(window, question).run(
    { query: query as QuestionEngine['query'] },
    scope,
  );
  return { answer, sent };
}

describe('groups from several sources', () => {
  it('are merged into one, the largest first, ties by the bytes of their keys', async () => {
    const rows = [
      part('a', 1, 5),
      part('é', 2, 7),
      part('z', 1, 7),
      part('a', 2, 2.5),
      part('gone', 0, 0),
      part('', 4, 100, undefined, 0),
    ];
    const { answer } = await answered({ axis: 'error', metric: 'cost' }, rows);
    expect(answer.groups).toEqual([
      { key: 'a', value: 7.5, count: 3, lastSeenMs: 2_000 },
      { key: 'z', value: 7, count: 1, lastSeenMs: 1_000 },
      { key: 'é', value: 7, count: 2, lastSeenMs: 2_000 },
    ]);
    // Calls without a key count too.
    expect(answer.total).toEqual({ value: 121.5, count: 10 });
  });

  it('have the mean of all their calls, and none where there is nothing to divide by', async () => {
    const rows = [part('none', 3, 0, 0), part('b', 2, 10, 2), part('b', 2, 2, 1), part('a', 1, 8, 1)];
    const { answer } = await answered({ axis: 'model', metric: 'ttft', limit: 2 }, rows);
    expect(answer.groups.map(({ key, value }) => [key, value])).toEqual([
      ['a', 8],
      ['b', 4],
    ]);
    expect(answer.total).toEqual({ value: 5, count: 8 });
    const { answer: nothing } = await answered({ axis: 'model', metric: 'ttft' }, []);
    expect(nothing).toEqual({ groups: [], total: { value: null, count: 0 } });
    // No call failed, and none did not: there is no rate.
    const { answer: none } = await answered({ axis: 'model', metric: 'error_rate' }, []);
    expect(none.total).toEqual({ value: null, count: 0 });
  });

  it('are in the order of time on an axis of time', async () => {
    const rows = [part('10', 1, 1), part('9', 1, 5), part('10', 1, 1)];
    const { answer } = await answered({ axis: 'hour', metric: 'tokens' }, rows);
    expect(answer.groups.map(({ key, count }) => [key, count])).toEqual([
      ['1970-01-01T09:00Z', 1],
      ['1970-01-01T10:00Z', 2],
    ]);
  });

  it('are merged by the engine if there are very many', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => part(`model-${at}`, 1, 1));
    const row = {
      present: 1,
      name: 'first',
      calls: 3,
      value: 2,
      seen_ms: '5',
      total_calls: 20_000,
      total: 9,
    };
    const { answer, sent } = await answered({ axis: 'model', metric: 'cost' }, many, [row]);
    expect(sent.map((sql) => sql.includes('OVER ()'))).toEqual([false, true]);
    expect(answer).toEqual({
      groups: [{ key: 'first', value: 2, count: 3, lastSeenMs: 5 }],
      total: { value: 9, count: 20_000 },
    });
    const { sent: ofTags } = await answered({ axis: 'tag', metric: 'cost', tagKey: 'env' }, [row]);
    expect(ofTags).toHaveLength(1);
  });
});
