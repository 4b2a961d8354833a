// The fields that a condition, a group or a menu of values can name, as SQL over the relation of each subject
// (sources.ts). Columns have the same names in all relations, so a field is written once.
import type { Subject } from './subjects.ts';
import { KNOWN_PROMPT, KNOWN_VERSION } from './prompt-of-call.ts';
import { calledTools } from './span-names.ts';

/** What a call and every other span has: one value, '' if it has none. An error is cut to the length that a value may have. */
const OF_BOTH = {
  provider: 'provider',
  model: 'model',
  status: `if(error = '', 'ok', 'failed')`,
  error: 'substringUTF8(error, 1, 256)',
  user: 'user_id',
  userId: 'user_id',
  session: 'session_id',
  sessionId: 'session_id',
  traceId: 'trace_id',
  id: 'id',
  promptName: KNOWN_PROMPT,
  promptVersion: KNOWN_VERSION,
  agent: 'agent',
  release: 'release',
  environment: 'environment',
  service: 'service',
  operation: 'operation',
  finishReason: 'finish_reason',
  gateway: 'gateway',
  mcpServer: 'mcp_server',
} as const;

/** The tools that a call asked for. Spans have the one that ran. */
const ASKED_TOOLS = `arrayDistinct(${calledTools()})`;
/** The tools that it could have asked for. */
const DEFINED_TOOLS = `JSONExtract(request_meta, 'definedTools', 'Array(String)')`;

const NUMBERS_OF_BOTH = {
  latencyMs: 'latency_ms',
  ttftMs: 'ttft_ms',
  totalTokens: 'total_tokens',
  inputTokens: 'prompt_tokens',
  outputTokens: 'completion_tokens',
  costUsd: 'cost_usd',
} as const;

interface Fields {
  texts: Readonly<Record<string, string>>;
  /** Fields that may have several values. */
  lists: Readonly<Record<string, string>>;
  numbers: Readonly<Record<string, string>>;
}

/** Of the root, else of the earliest span that has one. */
const OF_RUNS = {
  status: `if(failed, 'failed', 'ok')`,
  session: 'session_id',
  sessionId: 'session_id',
  release: 'release',
  environment: 'environment',
  service: 'service',
} as const;

const LISTS_OF_RUNS = {
  agent: 'agents',
  tool: 'tool_names',
  model: 'models',
  provider: 'providers',
} as const;

/** Conditions on runs and sessions are about one of their calls, or about their figures (run-filter.ts). */
export const SUBJECT_FIELDS = {
  calls: {
    texts: OF_BOTH,
    lists: { tool: ASKED_TOOLS, definedTool: DEFINED_TOOLS },
    numbers: NUMBERS_OF_BOTH,
  },
  spans: {
    texts: { ...OF_BOTH, tool: 'tool', type: 'type', name: 'name' },
    lists: {},
    numbers: { ...NUMBERS_OF_BOTH, durationMs: 'latency_ms' },
  },
  runs: {
    texts: { ...OF_RUNS, user: 'user_id', userId: 'user_id', name: 'name' },
    lists: LISTS_OF_RUNS,
    numbers: {},
  },
  sessions: {
    texts: OF_RUNS,
    lists: { ...LISTS_OF_RUNS, user: 'user_ids', userId: 'user_ids' },
    numbers: {},
  },
} as const satisfies Record<Subject, Fields>;

/** The fields of conditions. */
export const CONDITION_FIELDS = [
  ...(Object.keys(OF_BOTH) as (keyof typeof OF_BOTH)[]),
  ...(['tool', 'definedTool', 'type', 'name', 'durationMs'] as const),
  ...(Object.keys(NUMBERS_OF_BOTH) as (keyof typeof NUMBERS_OF_BOTH)[]),
] as const;

export const CALL_STATUSES = ['ok', 'failed'] as const;

/** A tag is named by its key: `tag:env`. */
export const TAG_PREFIX = 'tag:';

export const subjectFields = (of: Subject): Fields => SUBJECT_FIELDS[of];

/** The value of a field in a table of SUBJECT_FIELDS. */
export const inTable = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const OTHER_NAMES: Readonly<Record<string, string>> = {
  user: 'userId',
  session: 'sessionId',
  durationMs: 'latencyMs',
  'run.agent': 'agent',
  'run.tool': 'tool',
  'run.status': 'status',
};

/** Two names of one field are one. */
export const plainName = (field: string): string => inTable(OTHER_NAMES, field) ?? field;
