import { describe, expect, it, onTestFinished } from 'vitest';
import { tracewell } from './tracewell.ts';

const items = [
  { id: 1, inputText: 'one', expectedOutput: '1' },
  { id: 2, inputText: 'two', expectedOutput: null },
];

/** A service with a dataset, which keeps what it is asked. */
function experimentService() {
  const asked: [path: string, body: unknown][] = [];
  const tw = tracewell({
    apiKey: 'twl_x',
    onError: () => {},
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const text = await request.text();
      asked.push([`${request.method} ${pathname}${search}`, text === '' ? null : JSON.parse(text)]);
      if (pathname === '/v1/eval-datasets/12') return Response.json({ id: 12, name: 'smoke', items });
      if (pathname === '/v1/eval-runs') return Response.json({ summary: { id: 41 } }, { status: 201 });
      if (pathname === '/v1/eval-runs/41') {
        return Response.json({ run: { id: 41, name: 'greeting', status: 'completed' } });
      }
      if (pathname === '/v1/eval-runs/gate') {
        const verdict = { pass: true, verdict: 'pass', explanation: 'Fine.' };
        return Response.json({ ...verdict, violations: [], cautionDetails: [] });
      }
      return Response.json({});
    },
  });
  onTestFinished(async () => void (await tw.close({ timeoutMs: 1 })));
  const bodyOf = (path: string) => asked.find(([each]) => each === path)?.[1];
  const spans = () => JSON.stringify(asked.filter(([path]) => path === 'POST /otel/v1/traces'));
  return { tw, asked, bodyOf, spans };
}

describe('an experiment', () => {
  it('answers every item, has its calls scored, and asks the gate', async () => {
    const { tw, asked, bodyOf, spans } = experimentService();
    let running = 0;
    let most = 0;
    const run = await tw.experiment('greeting', {
      dataset: 12,
      criteria: [1, 2],
      repetitions: 2,
      concurrency: 3,
      task: async ({ inputText }) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        if (inputText === 'two') throw new Error('No.');
        return inputText.toUpperCase();
      },
    });
    expect(most).toBe(3);
    expect(run.answers.map(({ output, error }) => [output, error instanceof Error])).toEqual([
      ['ONE', false],
      [undefined, true],
      ['ONE', false],
      [undefined, true],
    ]);
    const body = bodyOf('POST /v1/eval-runs') as { filter: { tags: { experiment: string } } };
    expect(body).toMatchObject({
      name: 'greeting',
      criterionIds: [1, 2],
      recentCount: 500,
      itemTag: 'experiment_item',
    });
    expect(spans().match(/"12\/[12]\\?"/g)).toHaveLength(4);
    // The calls are sent before the run looks for them.
    expect(asked.map(([path]) => path)).toEqual([
      'GET /v1/eval-datasets/12',
      'POST /otel/v1/traces',
      'POST /v1/eval-runs',
    ]);
    expect(spans()).toContain(body.filter.tags.experiment);
    expect(spans()).toContain(run.answers[0]?.traceId);
    expect(await run.gate({ baselineName: 'main', maxMeanDrop: 0.1 })).toMatchObject({
      runId: 41,
      pass: true,
    });
    expect(asked.at(-1)?.[0]).toBe('GET /v1/eval-runs/gate?candidate=41&baselineName=main&maxMeanDrop=0.1');
  });

  it('has only the marked calls scored, if there are any', async () => {
    const { tw, bodyOf, spans } = experimentService();
    await tw.experiment('greeting', {
      dataset: items.slice(0, 1),
      task: async (_item, scored) => {
        tw.span('plan', () => {});
        return scored(() => tw.span('answer', () => 'Hi'));
      },
    });
    const { filter } = bodyOf('POST /v1/eval-runs') as { filter: { tags: Record<string, string> } };
    expect(Object.keys(filter.tags)).toEqual(['experiment_answer']);
    expect(spans().split('tracewell.tag.experiment_answer')).toHaveLength(2);
  });
});
