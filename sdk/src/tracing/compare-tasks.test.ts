import { expect, it, onTestFinished } from 'vitest';
import { tracewell } from './tracewell.ts';

it('answers each item by each task, uploads once, starts, and waits for the leaderboard', async () => {
  const asked: [path: string, body: unknown][] = [];
  const statuses = ['running', 'done'];
  const tw = tracewell({
    apiKey: 'twl_x',
    onError: () => {},
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      const text = await request.text();
      if (!pathname.startsWith('/otel'))
        asked.push([`${request.method} ${pathname}`, text === '' ? null : JSON.parse(text)]);
      if (pathname === '/v1/eval-datasets/12')
        return Response.json({
          items: [
            { id: 1, inputText: 'one', expectedOutput: '1' },
            { id: 2, inputText: 'two', expectedOutput: null },
          ],
        });
      if (pathname === '/v1/experiments') return Response.json({ id: 'exp_1' }, { status: 201 });
      if (pathname === '/v1/experiments/exp_1') return Response.json({ status: statuses.shift() });
      if (pathname.endsWith('/leaderboard'))
        return Response.json({ baseline: 1, winner: null, verdict: 'inconclusive', entries: [] });
      return Response.json({});
    },
  });
  onTestFinished(async () => void (await tw.close({ timeoutMs: 1 })));
  const compared = await tw.compare('greeting', {
    dataset: 12,
    baseline: 'old',
    criteria: [7],
    repetitions: 2,
    variants: {
      new: async ({ inputText }) => inputText.toUpperCase(),
      old: ({ inputText }) => {
        if (inputText === 'two') throw new Error('No two.');
        return { said: inputText };
      },
    },
  });
  expect(compared.experimentId).toBe('exp_1');
  expect(asked.map(([path]) => path)).toEqual([
    'GET /v1/eval-datasets/12',
    'POST /v1/experiments',
    'POST /v1/experiments/exp_1/results',
    'POST /v1/experiments/exp_1/start',
  ]);
  expect(asked[1]?.[1]).toEqual({
    name: 'greeting',
    datasetId: 12,
    variants: [
      { name: 'new', kind: 'code' },
      { name: 'old', kind: 'code' },
    ],
    baseline: 1,
    repetitions: 2,
    criterionIds: [7],
  });
  const [, sent] = asked[2] ?? [];
  const { results } = sent as { results: { latencyMs: number }[] };
  expect(results).toHaveLength(8);
  const of = (itemId: number, variant: number) => ({
    itemId,
    variant,
    repetition: 0,
    latencyMs: expect.any(Number),
  });
  expect(results.slice(0, 4).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
    { ...of(1, 0), output: 'ONE' },
    { ...of(1, 1), output: '{"said":"one"}' },
    { ...of(2, 0), output: 'TWO' },
    { ...of(2, 1), error: 'No two.' },
  ]);
  expect(await compared.leaderboard()).toMatchObject({ winner: null, verdict: 'inconclusive' });
});
