// Twenty agents as their instrumentations report them, and what each view must answer about their runs.
import { exportOf, inference, plain, type SampleSpan } from './sample-spans.ts';

type Attributes = Record<string, string | number | boolean>;

/** A span with the spans under it. Times are milliseconds after the beginning of the run. */
export interface AgentSpan {
  span: SampleSpan;
  under: readonly AgentSpan[];
}

export interface SampleRequest {
  door: '/otel/v1/traces' | '/v1/traces' | '/v1/ingest';
  body: object;
}

/** What the lists say about the run. */
interface ExpectedRun {
  name: string;
  calls: number;
  spans: number;
  errors: number;
  failed: boolean;
  totalTokens: number;
  agents: string[];
  tools: string[];
  sessionId: string | null;
  userId: string | null;
}

export interface SampleAgent {
  about: string;
  traceId: string;
  requests: readonly SampleRequest[];
  run: ExpectedRun;
  /** How often each tool was called, and how often it failed. */
  toolSpans: Readonly<Record<string, readonly [count: number, failed: number]>>;
  /** The calls by agent; '' for calls of none. */
  callsOfAgents: Readonly<Record<string, number>>;
  release: string | null;
  environment: string | null;
}

const BEGIN = Date.now() - 3_600_000;
let begun = 0;

const timed = (span: SampleSpan, fromMs: number, toMs: number): SampleSpan => ({
  ...span,
  startTimeUnixNano: `${fromMs}000000`,
  endTimeUnixNano: `${toMs}000000`,
});

const node = (span: SampleSpan, under: readonly AgentSpan[]): AgentSpan => ({ span, under });
const work = (name: string, attributes: Attributes, ...under: AgentSpan[]): AgentSpan =>
  node(plain(attributes, name), under);
const agent = (name: string, more: Attributes, ...under: AgentSpan[]): AgentSpan =>
  work(
    `invoke_agent ${name}`,
    { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name, ...more },
    ...under,
  );
const tool = (name: string, more: Attributes = {}, ...under: AgentSpan[]): AgentSpan =>
  work(
    `execute_tool ${name}`,
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name, ...more },
    ...under,
  );
const chat = (more: Attributes = {}): AgentSpan => node(inference(more), []);
const failed = ({ span, under }: AgentSpan, message = 'it failed'): AgentSpan => ({
  span: { ...span, status: { code: 2, message } } as SampleSpan,
  under,
});

/** The spans of a run, parents before children, each a little later and shorter than its parent. */
function spansOf(root: AgentSpan): SampleSpan[] {
  const { traceId } = root.span;
  const from = BEGIN + begun * 60_000;
  begun += 1;
  let step = 0;
  const walk = ({ span, under }: AgentSpan, parentSpanId: string | undefined): SampleSpan[] => {
    const at = from + step * 10;
    step += 1;
    const below = under.flatMap((each) => walk(each, span.spanId));
    const placed = timed(span, at, from + step * 10 + 5);
    return [{ ...placed, traceId, ...(parentSpanId === undefined ? {} : { parentSpanId }) }, ...below];
  };
  return walk(root, undefined);
}

const openDoor = (spans: readonly SampleSpan[]): SampleRequest => ({
  door: '/otel/v1/traces',
  body: exportOf(spans),
});

const strictDoor = (spans: readonly SampleSpan[]): SampleRequest => ({
  door: '/v1/traces',
  body: exportOf(spans),
});

type Order = (spans: readonly SampleSpan[]) => readonly (readonly SampleSpan[])[];
const together: Order = (spans) => [spans];
const rootLast: Order = ([root, ...others]) => [others, root ? [root] : []];
const rootFirst: Order = ([root, ...others]) => [root ? [root] : [], others];
const oneByOne: Order = (spans) => spans.toReversed().map((span) => [span]);
const withoutRoot: Order = ([, ...others]) => [others];
const twice: Order = (spans) => [spans, spans];

const TOKENS = 1_100;

function sample(
  about: string,
  root: AgentSpan,
  expected: Partial<ExpectedRun> &
    Pick<SampleAgent, 'toolSpans' | 'callsOfAgents'> &
    Partial<Pick<SampleAgent, 'release' | 'environment'>>,
  order: Order = together,
  door = openDoor,
): SampleAgent {
  const spans = spansOf(root);
  const sent = order(spans);
  const { toolSpans, callsOfAgents, release = null, environment = null, ...run } = expected;
  const calls = Object.values(callsOfAgents).reduce((sum, count) => sum + count, 0);
  return {
    about,
    traceId: root.span.traceId,
    requests: sent.filter((some) => some.length > 0).map(door),
    run: {
      name: root.span.name,
      calls,
      spans: new Set(sent.flat().map(({ spanId }) => spanId)).size,
      errors: 0,
      failed: false,
      totalTokens: calls * TOKENS,
      agents: Object.keys(callsOfAgents)
        .filter((name) => name !== '')
        .toSorted(),
      tools: Object.keys(toolSpans).toSorted(),
      sessionId: null,
      userId: null,
      ...run,
    },
    toolSpans,
    callsOfAgents,
    release,
    environment,
  };
}

const WHO: Attributes = { 'session.id': 's-plain', 'user.id': 'ann' };

export const sampleAgents = (): SampleAgent[] => [
  sample(
    'session and user on the root, children first',
    agent('support', WHO, chat(), tool('search'), chat()),
    { toolSpans: { search: [1, 0] }, callsOfAgents: { support: 2 }, sessionId: 's-plain', userId: 'ann' },
    rootLast,
  ),
  sample(
    'the same at the strict door, root first',
    agent('support', WHO, chat(), tool('search')),
    { toolSpans: { search: [1, 0] }, callsOfAgents: { support: 1 }, sessionId: 's-plain', userId: 'ann' },
    rootFirst,
    strictDoor,
  ),
  sample(
    'one span a request, the deepest first',
    agent(
      'deep',
      { 'gen_ai.conversation.id': 's-deep', 'user.id': 'bob' },
      work('step', {}, work('step', {}, chat())),
    ),
    { toolSpans: {}, callsOfAgents: { deep: 1 }, sessionId: 's-deep', userId: 'bob' },
    oneByOne,
  ),
  sample(
    'an agent that calls another: the nearest one has the call',
    agent('planner', { 'user.id': 'ann' }, chat(), agent('researcher', {}, chat(), tool('fetch'))),
    { toolSpans: { fetch: [1, 0] }, callsOfAgents: { planner: 1, researcher: 1 }, userId: 'ann' },
  ),
  sample(
    'a hand-over between three agents under one workflow',
    work(
      'workflow',
      { 'session.id': 's-team' },
      agent('triage', {}, chat()),
      agent('billing', {}, chat(), tool('invoice')),
      agent('closing', {}, chat()),
    ),
    {
      toolSpans: { invoice: [1, 0] },
      callsOfAgents: { triage: 1, billing: 1, closing: 1 },
      sessionId: 's-team',
    },
  ),
  sample(
    'a tool of an MCP server, named by its attribute',
    agent(
      'weather',
      {},
      chat(),
      work('tools/call get_weather', {
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': 'get_weather',
        'server.address': 'mcp.example.org',
      }),
    ),
    { toolSpans: { get_weather: [1, 0] }, callsOfAgents: { weather: 1 } },
  ),
  sample(
    'a tool that fails, in a run that does not',
    agent('careful', {}, failed(tool('refund')), tool('refund'), chat()),
    { toolSpans: { refund: [2, 1] }, callsOfAgents: { careful: 1 }, errors: 1 },
  ),
  sample('a run that fails, though its tools do not', failed(agent('broken', {}, tool('search'), chat())), {
    toolSpans: { search: [1, 0] },
    callsOfAgents: { broken: 1 },
    errors: 1,
    failed: true,
  }),
  sample(
    'a root that never arrives, and a span that failed',
    agent('lost', {}, failed(tool('write')), chat()),
    {
      name: 'execute_tool write',
      toolSpans: { write: [1, 1] },
      callsOfAgents: { '': 1 },
      errors: 1,
      failed: true,
    },
    withoutRoot,
  ),
  sample(
    'every span sent twice',
    agent('again', { 'session.id': 's-again' }, chat(), tool('search')),
    { toolSpans: { search: [1, 0] }, callsOfAgents: { again: 1 }, sessionId: 's-again' },
    twice,
  ),
  sample(
    'OpenInference, with session and user on its chain',
    work(
      'AgentExecutor',
      {
        'openinference.span.kind': 'AGENT',
        'agent.name': 'executor',
        'session.id': 's-oi',
        'user.id': 'cho',
      },
      work('ChatOpenAI', {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'gpt-4o-mini',
        'llm.provider': 'openai',
        'llm.token_count.prompt': 1_000,
        'llm.token_count.completion': 100,
      }),
      work('lookup', { 'openinference.span.kind': 'TOOL', 'tool.name': 'lookup' }),
    ),
    { toolSpans: { lookup: [1, 0] }, callsOfAgents: { executor: 1 }, sessionId: 's-oi', userId: 'cho' },
    rootLast,
  ),
  sample(
    'a task of another agent that failed',
    agent(
      'caller',
      {},
      chat(),
      work('SendMessage', {
        'a2a.method.name': 'SendMessage',
        'a2a.task.id': 't-1',
        'a2a.task.state': 'TASK_STATE_FAILED',
      }),
    ),
    { toolSpans: {}, callsOfAgents: { caller: 1 }, errors: 1 },
  ),
  sample(
    'a guardrail, a skill and a command: none is a tool',
    agent(
      'guarded',
      {},
      work('run_guardrail pii', {
        'gen_ai.operation.name': 'run_guardrail',
        'gen_ai.guardrail.verdict.type': 'deny',
      }),
      work('load_skill pdf', { 'gen_ai.operation.name': 'load_skill', 'gen_ai.skill.name': 'pdf' }),
      work('execute_command', { 'gen_ai.operation.name': 'execute_command' }),
      chat(),
    ),
    { toolSpans: {}, callsOfAgents: { guarded: 1 } },
  ),
  sample(
    'a decision with tokens is a call',
    agent(
      'decider',
      {},
      work('route', {
        'openinference.span.kind': 'DECISION',
        'llm.model_name': 'gpt-4o-mini',
        'llm.provider': 'openai',
        'decision.token_count.prompt': 1_000,
        'decision.token_count.completion': 100,
      }),
    ),
    { toolSpans: {}, callsOfAgents: { decider: 1 } },
  ),
  sample(
    'a release and an environment on the root',
    agent(
      'released',
      { 'gen_ai.agent.version': '2.1.0', 'deployment.environment.name': 'staging' },
      chat(),
      tool('search'),
    ),
    {
      toolSpans: { search: [1, 0] },
      callsOfAgents: { released: 1 },
      release: '2.1.0',
      environment: 'staging',
    },
    rootLast,
  ),
  sample(
    'a second run of a session, by another user',
    agent('support', { 'session.id': 's-plain', 'user.id': 'dan' }, chat()),
    { toolSpans: {}, callsOfAgents: { support: 1 }, sessionId: 's-plain', userId: 'dan' },
  ),
  sample(
    'a call with a session of its own',
    agent('outer', { 'session.id': 's-outer' }, chat({ 'session.id': 's-own' })),
    { toolSpans: {}, callsOfAgents: { outer: 1 }, sessionId: 's-outer' },
  ),
  sample(
    'a failing call under a tool',
    agent('nested', {}, tool('summarize', {}, failed(chat(), 'rate limited')), chat()),
    { toolSpans: { summarize: [1, 0] }, callsOfAgents: { nested: 2 }, errors: 1 },
  ),
  sample(
    'fifty calls of one tool',
    agent(
      'loop',
      {},
      ...Array.from({ length: 50 }, (_, at) => (at % 5 === 0 ? failed(tool('poll')) : tool('poll'))),
      chat(),
    ),
    { toolSpans: { poll: [50, 10] }, callsOfAgents: { loop: 1 }, errors: 10 },
  ),
  sample(
    'no agent at all: a call and a tool in a request of a web server',
    work('POST /answer', { 'http.request.method': 'POST' }, chat(), tool('search')),
    { toolSpans: { search: [1, 0] }, callsOfAgents: { '': 1 } },
  ),
];
