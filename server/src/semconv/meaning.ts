// All dialects as one lookup table from attribute key to meaning.
import { claudeCode } from './dialects/claude-code.ts';
import {
  type Dialect,
  emptyFlags,
  emptyNumbers,
  emptyText,
  emptyValues,
  type Field,
  type OpenField,
  type SpanKind,
} from './dialects/dialect.ts';
import { genAi } from './dialects/gen-ai.ts';
import { langfuse } from './dialects/langfuse.ts';
import { langsmith } from './dialects/langsmith.ts';
import { openInference } from './dialects/openinference.ts';
import {
  agentEvents,
  codex,
  general,
  genkit,
  googleAdk,
  heliconeMetadata,
  laminar,
  litellmMetadata,
  mastra,
  openRouter,
  pydanticAi,
} from './dialects/others.ts';
import { traceloop } from './dialects/traceloop.ts';
import { vercelAi } from './dialects/vercel-ai.ts';
import { livekit, pipecat } from './dialects/voice.ts';
import {
  LABEL_NAMES,
  MAX_LABEL_TEXT,
  MAX_TECHNICAL_TEXT,
  MAX_TOOL_NAMES_TEXT,
  NAME_LISTS,
  TECHNICAL_NAMES,
} from './technical.ts';

/** In order of preference: if two dialects have the same field on one span, the earlier one wins. */
const DIALECTS: readonly Dialect[] = [
  genAi,
  agentEvents,
  claudeCode,
  langsmith,
  vercelAi,
  openInference,
  langfuse,
  openRouter,
  mastra,
  laminar,
  genkit,
  googleAdk,
  codex,
  pydanticAi,
  litellmMetadata,
  heliconeMetadata,
  livekit,
  pipecat,
  traceloop,
  general,
];

/** Keys of the open door, by field, in order of preference. */
export const OPEN_KEYS: Readonly<Record<OpenField, readonly string[]>> = {
  provider: openKeys('provider'),
  parameters: openKeys('parameters'),
  costUsd: openKeys('costUsd'),
  usage: openKeys('usage'),
  costs: openKeys('costs'),
  tags: openKeys('tags'),
  metadata: openKeys('metadata'),
  environment: openKeys('environment'),
  release: openKeys('release'),
  version: openKeys('version'),
  project: openKeys('project'),
  numberedPrompt: openKeys('numberedPrompt'),
  promptNumber: openKeys('promptNumber'),
};

function openKeys(field: OpenField): string[] {
  return DIALECTS.flatMap(({ open }) => open?.[field] ?? []);
}

const openKeysOfAll: ReadonlySet<string> = new Set(Object.values(OPEN_KEYS).flat());

/** Attributes with the user of a span. */
export const USER_ATTRIBUTES: readonly string[] = DIALECTS.flatMap(({ fields }) => fields.userId ?? []);

const groups = [emptyText(), emptyNumbers(), emptyFlags(), emptyValues()].map(
  (group) => Object.keys(group) as Field[],
);

export const FIELDS: readonly Field[] = groups.flat();

/** The ends of the texts, the numbers and the flags in FIELDS; values are the rest. */
export const [TEXT_END = 0, NUMBER_END = 0, FLAG_END = 0] = groups.map(
  (_, at) => groups.slice(0, at + 1).flat().length,
);

interface FieldRule {
  /** Index of the field in FIELDS. */
  field: number;
  /** Lower is preferred. */
  rank: number;
  scope: string | undefined;
}

interface KindRule {
  words: ReadonlyMap<string, SpanKind>;
  rank: number;
  scope: string | undefined;
  afterOperation: boolean;
  ownCalls: boolean;
}

/** The meaning of one attribute key. */
export interface KeyMeaning {
  fields: readonly FieldRule[];
  kinds: readonly KindRule[];
  /** Whether the value is what a person or a model wrote. */
  content: boolean;
  /**
   * Whether a call drops it, because its input and output have the same text, or the client set it for
   * itself.
   */
  repeated: boolean;
  /** The maximum length of a text that is not content; 0 if any text is content. */
  maxText: number;
  /** Whether the key looks like a name, not like a sentence. */
  isPlainName: boolean;
  /** Set if the key has an index and is part of a list. */
  spread: { beginning: string; field: 'input' | 'output' } | undefined;
  /** The name of a label that the user chose. */
  label: string | undefined;
  /** Whether users put anything under the key: only a value that looks like a label is not content. */
  isMetadata: boolean;
  genAi: boolean;
  /** Whether only the open door reads it. */
  open: boolean;
}

interface Draft {
  fields: FieldRule[];
  kinds: KindRule[];
  content: boolean;
  repeated: boolean;
  maxText: number;
}

const CONTENT_FIELDS: ReadonlySet<string> = new Set(['input', 'output', 'systemInstructions', 'toolCalls']);

/** Names and ids that the client chose. */
const LABEL_FIELDS: ReadonlySet<string> = new Set([
  'responseId',
  'sessionId',
  'userId',
  'agentName',
  'promptId',
  'promptName',
  'promptVersion',
  'promptLabel',
  'gateCheckId',
]);

const isBeginning = (key: string): boolean => key.endsWith('*');
const beginningsIn = (keys: readonly string[]): string[] =>
  keys.filter(isBeginning).map((key) => key.slice(0, -1));
const listed = (
  list: 'content' | 'said' | 'toolInput' | 'toolOutput' | 'labels' | 'metadata' | 'ownLabels',
): string[] => DIALECTS.flatMap((dialect) => dialect[list] ?? []);

/** Attributes with the input and the output of a tool, the preferred key first. */
export const TOOL_INPUT_KEYS: readonly string[] = [...new Set(listed('toolInput'))];
export const TOOL_OUTPUT_KEYS: readonly string[] = [...new Set(listed('toolOutput'))];

const fieldKeys = (field: 'input' | 'output'): string[] =>
  DIALECTS.flatMap(({ fields }) => fields[field] ?? []);

/** Attributes with the input and the output of any span, the preferred key first. */
export const SPAN_INPUT_KEYS: readonly string[] = [...new Set([...TOOL_INPUT_KEYS, ...fieldKeys('input')])];
export const SPAN_OUTPUT_KEYS: readonly string[] = [
  ...new Set([...TOOL_OUTPUT_KEYS, ...fieldKeys('output')]),
];

const exact = compile();
const repeatedBeginnings = beginningsIn(listed('content'));
const saidBeginnings = beginningsIn(listed('said'));
const spreads = DIALECTS.flatMap(({ spread }) => Object.entries(spread ?? {}));
const metadata = new Set(listed('metadata'));
const labels = [...listed('labels'), ...metadata];
const ownLabels = new Set(listed('ownLabels'));
const ownLabelBeginnings = beginningsIn(listed('ownLabels'));

/** Prefixes of lists with an index in the key. The last dialect, which is the older form, comes first. */
const spreadsOf = (wanted: 'input' | 'output'): string[] =>
  spreads
    .filter(([, field]) => field === wanted)
    .map(([beginning]) => beginning)
    .toReversed();
export const INPUT_SPREADS: readonly string[] = spreadsOf('input');
export const OUTPUT_SPREADS: readonly string[] = spreadsOf('output');

/** Every key that some dialect declares as content; prefixes end in `*`. */
export const CONTENT_KEYS: readonly string[] = [
  ...new Set([
    ...[...exact].filter(([, { content }]) => content).map(([key]) => key),
    ...[...repeatedBeginnings, ...saidBeginnings, ...spreads.map(([beginning]) => beginning)].map(
      (beginning) => `${beginning}*`,
    ),
  ]),
];

// Keys repeat from span to span. Clients may send ever new ones, so the cache is cleared when it is full.
const KNOWN_KEYS = 8_192;
const LONGEST_KNOWN_KEY = 128;
const known = new Map<string, KeyMeaning>();

export function meaningOfKey(key: string): KeyMeaning {
  const found = known.get(key);
  if (found) return found;
  const meaning = work(key);
  if (key.length <= LONGEST_KNOWN_KEY) {
    if (known.size >= KNOWN_KEYS) known.clear();
    known.set(key, meaning);
  }
  return meaning;
}

function work(key: string): KeyMeaning {
  const draft = exact.get(key);
  const spread = spreads.find(([beginning]) => isNumbered(key, beginning));
  const label = labels.find((beginning) => key.startsWith(beginning));
  const isMetadata = label !== undefined && metadata.has(label);
  const begins = (beginning: string): boolean => key.startsWith(beginning);
  const repeated = draft?.repeated === true || spread !== undefined || repeatedBeginnings.some(begins);
  const isOwn = label !== undefined && (ownLabels.has(key) || ownLabelBeginnings.some(begins));
  return {
    fields: draft?.fields ?? [],
    kinds: draft?.kinds ?? [],
    content: repeated || draft?.content === true || saidBeginnings.some(begins),
    repeated: repeated || isOwn,
    maxText: Math.max(
      draft?.maxText ?? 0,
      label === undefined || isMetadata ? listedMax(key) : MAX_LABEL_TEXT,
    ),
    isPlainName: PLAIN_NAME.test(key),
    spread: spread === undefined ? undefined : { beginning: spread[0], field: spread[1] },
    label: label === undefined || isOwn ? undefined : key.slice(label.length),
    isMetadata,
    genAi: key.startsWith('gen_ai.'),
    open: openKeysOfAll.has(key),
  };
}

const PLAIN_NAME = /^[\w.:/@$-]{1,100}$/;

function listedMax(key: string): number {
  if (NAME_LISTS.has(key)) return MAX_TOOL_NAMES_TEXT;
  return LABEL_NAMES.has(key) ? MAX_LABEL_TEXT : TECHNICAL_NAMES.has(key) ? MAX_TECHNICAL_TEXT : 0;
}

const isNumbered = (key: string, beginning: string): boolean =>
  key.startsWith(beginning) && /^\d/.test(key.slice(beginning.length, beginning.length + 1));

function compile(): Map<string, Draft> {
  const table = new Map<string, Draft>();
  const draftOf = (key: string): Draft =>
    table.getOrInsertComputed(key, () => ({
      fields: [],
      kinds: [],
      content: false,
      repeated: false,
      maxText: 0,
    }));
  FIELDS.forEach((name, field) => {
    let rank = 0;
    const isContentField = CONTENT_FIELDS.has(name);
    const maxText = LABEL_FIELDS.has(name)
      ? MAX_LABEL_TEXT
      : isContentField || name === 'errorMessage'
        ? 0
        : MAX_TECHNICAL_TEXT;
    for (const { fields, scope } of DIALECTS) {
      for (const key of fields[name] ?? []) {
        const draft = draftOf(key);
        draft.fields.push({ field, rank, scope });
        draft.content ||= isContentField;
        draft.repeated ||= isContentField;
        draft.maxText = Math.max(draft.maxText, maxText);
        rank += 1;
      }
    }
  });
  DIALECTS.forEach((dialect, rank) => {
    const { kinds, scope, content = [], said = [], toolInput = [], toolOutput = [] } = dialect;
    for (const [key, words] of Object.entries(kinds ?? {})) {
      const draft = draftOf(key);
      draft.kinds.push({
        words: new Map(Object.entries(words)),
        rank,
        scope,
        afterOperation: dialect.kindsAfterOperation === true,
        ownCalls: dialect.ownCalls === true,
      });
      draft.maxText = Math.max(draft.maxText, MAX_TECHNICAL_TEXT);
    }
    for (const key of content) if (!isBeginning(key)) draftOf(key).repeated = true;
    for (const key of [...content, ...said, ...toolInput, ...toolOutput])
      if (!isBeginning(key)) draftOf(key).content = true;
  });
  return table;
}
