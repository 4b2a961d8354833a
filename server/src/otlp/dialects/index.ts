// All dialects as one look-up from attribute key to what it says.
import { claudeCode } from './claude-code.ts';
import {
  type Dialect,
  emptyFlags,
  emptyNumbers,
  emptyText,
  emptyValues,
  type Field,
  type Kind,
} from './dialect.ts';
import { genAi } from './gen-ai.ts';
import { langfuse } from './langfuse.ts';
import { langsmith } from './langsmith.ts';
import { openInference } from './openinference.ts';
import { codex, general, genkit, googleAdk, laminar, mastra } from './others.ts';
import { traceloop } from './traceloop.ts';
import { vercelAi } from './vercel-ai.ts';

/** In order of preference: where two name the same field on one span, the earlier one is believed. */
const DIALECTS: readonly Dialect[] = [
  genAi,
  claudeCode,
  langsmith,
  vercelAi,
  openInference,
  langfuse,
  mastra,
  laminar,
  genkit,
  googleAdk,
  codex,
  traceloop,
  general,
];

const groups = [emptyText(), emptyNumbers(), emptyFlags(), emptyValues()].map(
  (group) => Object.keys(group) as Field[],
);

export const FIELDS: readonly Field[] = groups.flat();

/** Where in FIELDS the texts, the numbers and the flags end; values are the rest. */
export const [TEXT_END = 0, NUMBER_END = 0, FLAG_END = 0] = groups.map(
  (_, at) => groups.slice(0, at + 1).flat().length,
);

export interface FieldRule {
  /** Place of the field in FIELDS. */
  field: number;
  /** Lower is preferred. */
  rank: number;
  scope: string | undefined;
}

export interface KindRule {
  words: ReadonlyMap<string, Kind>;
  rank: number;
  scope: string | undefined;
  afterOperation: boolean;
}

/** What is known about one attribute key. */
export interface KeyMeaning {
  fields: readonly FieldRule[];
  kinds: readonly KindRule[];
  /** It says what a person or a model said. */
  content: boolean;
  /** It is part of a list over numbered keys. */
  spread: { beginning: string; field: 'input' | 'output' } | undefined;
  /** The user's own name for a label. */
  label: string | undefined;
  genAi: boolean;
}

interface Draft {
  fields: FieldRule[];
  kinds: KindRule[];
  content: boolean;
}

const CONTENT_FIELDS: ReadonlySet<string> = new Set(['input', 'output', 'systemInstructions', 'toolCalls']);

const exact = compile();
const contentBeginnings = DIALECTS.flatMap(({ content }) => content ?? [])
  .filter((key) => key.endsWith('*'))
  .map((key) => key.slice(0, -1));
const spreads = DIALECTS.flatMap(({ spread }) => Object.entries(spread ?? {}));
const labels = DIALECTS.flatMap(({ labels }) => labels ?? []);

// Keys repeat from span to span, but strangers may send ever new ones: then it starts over.
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
  return {
    fields: draft?.fields ?? [],
    kinds: draft?.kinds ?? [],
    content:
      draft?.content === true ||
      spread !== undefined ||
      contentBeginnings.some((start) => key.startsWith(start)),
    spread: spread === undefined ? undefined : { beginning: spread[0], field: spread[1] },
    label: label === undefined ? undefined : key.slice(label.length),
    genAi: key.startsWith('gen_ai.'),
  };
}

const isNumbered = (key: string, beginning: string): boolean =>
  key.startsWith(beginning) && /^\d/.test(key.slice(beginning.length, beginning.length + 1));

function compile(): Map<string, Draft> {
  const table = new Map<string, Draft>();
  const draftOf = (key: string): Draft =>
    table.getOrInsertComputed(key, () => ({ fields: [], kinds: [], content: false }));
  FIELDS.forEach((name, field) => {
    let rank = 0;
    for (const { fields, scope } of DIALECTS) {
      for (const key of fields[name] ?? []) {
        const draft = draftOf(key);
        draft.fields.push({ field, rank, scope });
        draft.content ||= CONTENT_FIELDS.has(name);
        rank += 1;
      }
    }
  });
  DIALECTS.forEach(({ kinds, scope, content, kindsAfterOperation }, rank) => {
    for (const [key, words] of Object.entries(kinds ?? {})) {
      draftOf(key).kinds.push({
        words: new Map(Object.entries(words)),
        rank,
        scope,
        afterOperation: kindsAfterOperation === true,
      });
    }
    for (const key of content ?? []) if (!key.endsWith('*')) draftOf(key).content = true;
  });
  return table;
}
