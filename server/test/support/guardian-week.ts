// Weeks of an ordinary account, from a seed: busy days, quiet nights and weekends, bursts, heavy tails in
// cost and latency, the usual failures and retries, agents with traces of three to forty spans, and a new
// model during the period. It also has incidents to plant in them.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { Made, MadeCall, MadeSpan } from './made-records.ts';

/** Mulberry32. */
function randomOf(seed: number) {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return {
    uniform,
    between: (low: number, high: number): number => low + (high - low) * uniform(),
    whole: (low: number, high: number): number => low + Math.floor((high - low + 1) * uniform()),
    lognormal: (median: number, sigma: number): number => median * Math.exp(sigma * normal()),
    one: <T>(of: readonly T[]): T => of[Math.floor(uniform() * of.length)] as T,
    hash: (): number => 1 + Math.floor(uniform() * (2 ** 50 - 2)),
  };
}

interface Model {
  provider: string;
  model: string;
  /** Several for an alias whose model has always changed. */
  answers: readonly string[];
  latencyMs: number;
  costUsd: number;
  sigma: number;
}

const MODELS = {
  small: {
    provider: 'openai',
    model: 'gpt-5-mini',
    answers: ['gpt-5-mini-2025-08-07'],
    latencyMs: 900,
    costUsd: 0.002,
    sigma: 0.6,
  },
  large: {
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    answers: ['claude-sonnet-4-5-20250929'],
    latencyMs: 4_000,
    costUsd: 0.03,
    sigma: 1,
  },
  alias: {
    provider: 'mistral',
    model: 'mistral-large-latest',
    answers: ['mistral-large-2411', 'mistral-large-2407'],
    latencyMs: 2_500,
    costUsd: 0.01,
    sigma: 0.8,
  },
  coming: {
    provider: 'google',
    model: 'gemini-3-pro',
    answers: ['gemini-3-pro'],
    latencyMs: 9_000,
    costUsd: 0.05,
    sigma: 0.9,
  },
} satisfies Record<string, Model>;

interface Project {
  project: number;
  /** At the busiest hour of a weekday. */
  callsAnHour: number;
  agentsAnHour: number;
  models: readonly Model[];
  errorRate: number;
}

const PROJECTS: readonly Project[] = [
  {
    project: 1,
    callsAnHour: 50,
    agentsAnHour: 0,
    models: [MODELS.small, MODELS.small, MODELS.large],
    errorRate: 0.01,
  },
  { project: 2, callsAnHour: 8, agentsAnHour: 3, models: [MODELS.large, MODELS.alias], errorRate: 0.02 },
  { project: 3, callsAnHour: 2, agentsAnHour: 0, models: [MODELS.small], errorRate: 0.015 },
];

interface WeekPlan {
  account: number;
  startMs: number;
  days: number;
  /** When the new model is first used, after the start. */
  newModelMs: number;
}

const ERRORS = ['429 Too Many Requests', '500 Internal Server Error', 'Request timed out'];

export function ordinaryRecords(seed: number, { account, startMs, days, newModelMs }: WeekPlan): Made[] {
  const random = randomOf(seed);
  const made: Made[] = [];
  let count = 0;
  const call = (project: Project, model: Model, atMs: number, changes: Partial<MadeCall> = {}): MadeCall => {
    count += 1;
    const failed = random.uniform() < project.errorRate;
    return {
      kind: 'call',
      account,
      project: project.project,
      id: `c${seed}-${count}`,
      atMs,
      receivedMs: atMs + random.whole(50, 4_000),
      provider: model.provider,
      model: model.model,
      responseModel: random.one(model.answers),
      costUsd: failed ? 0 : random.lognormal(model.costUsd, model.sigma),
      latencyMs: failed ? random.between(100, 30_000) : random.lognormal(model.latencyMs, 0.7),
      error: failed ? random.one(ERRORS) : '',
      traceId: '',
      inputHash: random.hash(),
      toolsHash: 0,
      tools: '',
      redaction: null,
      ...changes,
    };
  };
  const span = (
    project: Project,
    traceId: string,
    atMs: number,
    type: string,
    inputHash: number,
  ): MadeSpan => {
    count += 1;
    return {
      kind: 'span',
      account,
      project: project.project,
      id: `o${seed}-${count}`,
      atMs,
      receivedMs: atMs + random.whole(50, 4_000),
      type,
      name: random.one(['search', 'read_file', 'fetch']),
      traceId,
      inputHash,
    };
  };
  /** One to three ordinary retries, of which the last usually succeeds. */
  const withRetries = (project: Project, model: Model, atMs: number, changes: Partial<MadeCall>): void => {
    const one = call(project, model, atMs, changes);
    made.push(one);
    if (one.error === '') return;
    for (let turn = 1; turn <= random.whole(1, 3); turn += 1) {
      const again = call(project, model, atMs + turn * 2_000, { ...changes, inputHash: one.inputHash });
      made.push(again);
      if (again.error === '') return;
    }
  };
  /** Three to forty spans; a tool may be called with the same arguments up to four times. */
  const agent = (project: Project, atMs: number): void => {
    const traceId = `t${seed}-${(count += 1)}`;
    const spans = Math.min(40, Math.max(3, Math.round(random.lognormal(11, 0.6))));
    const favourite = random.hash();
    let repeated = 0;
    for (let at = 0; at < spans; at += 1) {
      const stepMs = atMs + at * random.whole(500, 3_000);
      if (random.uniform() < 0.45) {
        made.push(call(project, random.one(project.models), stepMs, { traceId }));
      } else {
        const again = repeated < 4 && random.uniform() < 0.1;
        if (again) repeated += 1;
        made.push(span(project, traceId, stepMs, 'tool', again ? favourite : random.hash()));
      }
    }
  };
  for (let hour = 0; hour < days * 24; hour += 1) {
    const hourMs = startMs + hour * HOUR_MS;
    const at = new Date(hourMs);
    const weekend = at.getUTCDay() === 0 || at.getUTCDay() === 6 ? 0.3 : 1;
    const daily = 0.08 + 0.92 * Math.max(0, Math.sin(((at.getUTCHours() - 6) / 16) * Math.PI));
    for (const plain of PROJECTS) {
      const arrived = hourMs - startMs >= newModelMs;
      const project =
        arrived && plain.project === 1 ? { ...plain, models: [...plain.models, MODELS.coming] } : plain;
      // Sometimes three times as many, all within a few minutes.
      const burst = random.uniform() < 0.01 ? 3 : 1;
      const width = burst > 1 ? 10 * MINUTE_MS : HOUR_MS;
      const busy = weekend * daily * random.lognormal(1, 0.25) * burst;
      const calls = Math.round(project.callsAnHour * busy + random.uniform() - 0.5);
      for (let n = 0; n < calls; n += 1) {
        withRetries(project, random.one(project.models), hourMs + Math.floor(random.uniform() * width), {});
      }
      const agents = Math.round(project.agentsAnHour * busy + random.uniform() - 0.5);
      for (let n = 0; n < agents; n += 1) agent(project, hourMs + Math.floor(random.uniform() * width));
    }
  }
  return made;
}

/**
 * One of each kind that records can show, in project 1 or 2, around `atMs`, the busiest part of a weekday.
 */
export function plantedIncidents(account: number, atMs: number): Record<string, Made[]> {
  let count = 0;
  const call = (changes: Partial<MadeCall> & { atMs: number }): MadeCall => {
    count += 1;
    return {
      kind: 'call',
      account,
      project: 1,
      id: `planted-${count}`,
      receivedMs: changes.atMs + SECOND_MS,
      provider: 'openai',
      model: 'gpt-5-mini',
      responseModel: 'gpt-5-mini-2025-08-07',
      costUsd: 0.002,
      latencyMs: 900,
      error: '',
      traceId: '',
      inputHash: 900_000 + count,
      toolsHash: 0,
      tools: '',
      redaction: null,
      ...changes,
    };
  };
  const many = (n: number, one: (at: number) => MadeCall): MadeCall[] =>
    Array.from({ length: n }, (_, at) => one(at));
  const later = (minutes: number) => atMs + minutes * MINUTE_MS;
  return {
    tool_loop: many(6, (at) =>
      call({
        atMs: later(0) + at * 5_000,
        traceId: 'looping',
        toolsHash: 77,
        tools: JSON.stringify([{ id: `call_${at}`, name: 'get_weather' }]),
      }),
    ),
    runaway_trace: many(260, (at) => call({ atMs: later(20) + at * 1_000, project: 2, traceId: 'running' })),
    error_burst: many(60, (at) =>
      call({ atMs: later(45) + at * 3_000, error: '503 Service Unavailable', costUsd: 0 }),
    ),
    cost_spike: many(40, (at) => call({ atMs: later(90) + at * 5_000, costUsd: 2.5 })),
    latency_spike: many(60, (at) => call({ atMs: later(120) + at * 5_000, latencyMs: 40_000 })),
    retry_storm: many(25, (at) =>
      call({
        atMs: later(150) + at * 10_000,
        project: 3,
        inputHash: 4_711,
        error: at % 8 === 7 ? '' : '429 Too Many Requests',
      }),
    ),
    pii_leak: many(3, (at) =>
      call({ atMs: later(180) + at * 60_000, redaction: { kinds: ['credit_card'], fields: ['output'] } }),
    ),
    secret_in_prompt: many(2, (at) =>
      call({ atMs: later(200) + at * 60_000, redaction: { kinds: ['api_key', 'email'], fields: ['input'] } }),
    ),
    silent_model_change: many(60, (at) =>
      call({ atMs: later(240) + at * 6_000, project: 3, responseModel: 'gpt-5-mini-2026-01-15' }),
    ),
  };
}

export const WEEK_MS = 7 * DAY_MS;
