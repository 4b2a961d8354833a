// A service over a real socket that answers the three requests of the gate as the test says, faults included.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Cuts the connection instead. */
  cut?: boolean;
}

interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  authorization: string | undefined;
}

export interface FakeService {
  url: string;
  asked: Asked[];
  close(): Promise<void>;
}

/** The answers of each path, in order; the last one repeats. */
export async function fakeService(script: Record<string, Answer | Answer[]>): Promise<FakeService> {
  const left = new Map(Object.entries(script).map(([path, answers]) => [path, [answers].flat()]));
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const body = await text(request);
    asked.push({
      method: request.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: body === '' ? null : JSON.parse(body),
      authorization: request.headers.authorization,
    });
    const answers = left.get(pathname) ?? [
      { status: 404, body: { error: 'Not found.', reason: 'not_found' } },
    ];
    const next = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
    if (next.cut === true) {
      request.socket.destroy();
      return;
    }
    const sent = typeof next.body === 'string' ? next.body : JSON.stringify(next.body ?? {});
    response.writeHead(next.status ?? 200, { 'content-type': 'application/json', ...next.headers }).end(sent);
  }
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const RUN = '/v1/eval-runs/42';
export const GATE = '/v1/eval-runs/gate';
export const START = '/v1/eval-datasets/3/run';

export const runAnswer = (status: string, more: object = {}): Answer => ({
  body: {
    run: {
      id: 42,
      name: 'support answers',
      status,
      scoredCount: 80,
      failedCount: 0,
      pendingCount: 0,
      callCount: 40,
      error: null,
      ...more,
    },
    scores: [],
    trajectoryScores: [],
  },
});

export const delta = (more: object = {}) => ({
  criterionId: 1,
  name: 'Faithfulness',
  baselineMean: 4.21,
  candidateMean: 3.905,
  delta: -0.305,
  normalizedDelta: -0.07625,
  baselineCount: 40,
  candidateCount: 40,
  newFailures: 3,
  pValue: 0.0042,
  significant: true,
  test: 'wilcoxon',
  pAdjusted: 0.0084,
  effect: -0.07625,
  ciLow: -0.12,
  ciHigh: -0.03,
  power: 0.93,
  ...more,
});

const TONE = {
  ...delta({ criterionId: 2, name: 'Tone', baselineMean: 4, candidateMean: 4.05, delta: 0.05 }),
  normalizedDelta: 0.0125,
  effect: 0.0125,
  pValue: 0.61,
  significant: false,
  newFailures: 0,
};

const TRUST = { trustEstablished: true, probes: 24, pairedCalls: 30 };

export const PASS = {
  pass: true,
  verdict: 'pass',
  violations: [],
  cautions: [],
  cautionDetails: [],
  baselineResolved: { id: 37, name: 'support answers' },
  criterionDeltas: [TONE],
  judgeTrust: TRUST,
};

export const FAIL = {
  ...PASS,
  pass: false,
  verdict: 'fail',
  violations: [
    {
      criterionId: 1,
      kind: 'criterion_drop',
      threshold: 0.05,
      observed: 0.07625,
      message: 'Faithfulness fell by 0.076 of its scale (p = 0.004); at most 0.05 is allowed.',
    },
  ],
  criterionDeltas: [delta(), TONE],
};

export const INCONCLUSIVE = {
  ...PASS,
  verdict: 'inconclusive',
  cautions: ['inconclusive', 'same_outputs'],
  cautionDetails: [
    {
      code: 'inconclusive',
      criterionId: 2,
      threshold: 0.05,
      observed: 0.08,
      pValue: 0.125,
      items: 8,
      itemsNeeded: 33,
      itemsAllowed: 20,
      message: 'Tone fell by 0.080 of the scale, and 8 items cannot tell that from noise (p = 0.125).',
    },
    {
      code: 'same_outputs',
      criterionId: null,
      threshold: null,
      observed: null,
      pValue: null,
      items: 8,
      itemsNeeded: null,
      itemsAllowed: null,
      message: 'Both runs scored the same outputs (8 items).',
    },
  ],
};
