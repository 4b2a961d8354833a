import { describe, expect, it } from 'vitest';
import { tracewell } from '../client.ts';
import { ciGate, evaluation, TracewellReporter, type CiGateOptions } from './index.ts';

const verdict = {
  pass: true,
  verdict: 'pass',
  violations: [],
  cautions: [],
  cautionDetails: [],
  explanation: 'Nothing got worse.',
};
const worse = {
  ...verdict,
  pass: false,
  verdict: 'fail',
  explanation: 'One criterion got worse.',
  violations: [{ message: 'Helpfulness fell by 0.2.' }],
  cautionDetails: [{ message: 'There are few items.' }],
};

/** A service whose run has the given states, one after the other. */
function serviceOf(states: string[], answer: object = verdict) {
  const asked: string[] = [];
  const client = tracewell({
    url: 'http://service.example',
    retry: false,
    fetch: async ({ method, url }) => {
      const { pathname, search } = new URL(url);
      asked.push(`${method} ${pathname}${search}`);
      if (pathname.endsWith('/run'))
        return Response.json({ runId: 41, deduplicated: false }, { status: 201 });
      if (pathname.endsWith('/gate')) return Response.json(answer);
      return Response.json({ run: { id: 41, name: 'smoke', status: states.shift() ?? 'completed' } });
    },
  });
  const time = { now: () => 0, sleep: async () => {} };
  return { asked, options: { client, time } satisfies CiGateOptions };
}

describe('the CI gate', () => {
  it('runs a dataset, waits, and compares with the run before it', async () => {
    const { asked, options } = serviceOf(['queued', 'running', 'completed']);
    const result = await ciGate({ dataset: 12, maxMeanDrop: 0.05, ...options });
    expect(result).toMatchObject({ runId: 41, pass: true, verdict: 'pass' });
    expect(asked).toEqual([
      'POST /v1/eval-datasets/12/run',
      'GET /v1/eval-runs/41',
      'GET /v1/eval-runs/41',
      'GET /v1/eval-runs/41',
      'GET /v1/eval-runs/gate?candidate=41&baselineName=smoke&maxMeanDrop=0.05',
    ]);
  });

  it('takes a run that exists, and a baseline', async () => {
    const { asked, options } = serviceOf([]);
    await ciGate({ run: 41, baseline: 40, ...options });
    expect(asked).toEqual(['GET /v1/eval-runs/41', 'GET /v1/eval-runs/gate?candidate=41&baseline=40']);
  });

  it('says why there is no verdict', async () => {
    await expect(ciGate({ run: 41, ...serviceOf(['failed']).options })).rejects.toThrow('Run 41 failed');
    await expect(ciGate({ run: 41, timeoutMs: 0, ...serviceOf(['running']).options })).rejects.toThrow(
      'still running',
    );
    await expect(ciGate(serviceOf([]).options)).rejects.toThrow('Give a dataset');
  });

  it('is printed by the reporter', async () => {
    let text = '';
    const reporter = new TracewellReporter({ write: (more) => (text += more) });
    const result = await ciGate({ run: 41, ...serviceOf([], worse).options });
    reporter.onTestCaseResult({ name: 'other', meta: () => ({}) });
    reporter.onTestCaseResult({ name: 'greeting', meta: () => ({ tracewell: result }) as never });
    reporter.onTestRunEnd();
    expect(text).toBe(
      '\nTracewell gate\ngreeting\nRun 41: fail. One criterion got worse.\n- Helpfulness fell by 0.2.\n- (caution) There are few items.\n',
    );
  });

  evaluation('is a test', { dataset: 12, ...serviceOf([]).options });
});
