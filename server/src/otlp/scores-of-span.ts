// Scores that spans bring: results of evaluations as events, and the annotations and evaluations of OpenInference.
import { hash } from 'node:crypto';
import { isObject } from '#lib/is-object';
import type { Json, JsonObject } from '#records';
import { cutText } from './bounds.ts';
import { EVALUATION } from './event-names.ts';
import { parsed } from './json-text.ts';
import type { Attributes, Span, SpanEvent } from './span.ts';

/** A score of a client, in the words of POST /v1/scores. */
export interface SpanScore {
  /** The same for a span or an event that is sent again. */
  id: string;
  name: string;
  dataType: 'numeric' | 'categorical' | 'text';
  value: number | string;
  comment: string | null;
  source: 'human' | 'judge' | 'rule' | null;
  traceId?: string;
  spanId?: string;
  sessionId?: string;
  metadata: JsonObject | null;
  /** 0 if the client does not say. */
  atMs: number;
}

type Found = Pick<SpanScore, 'dataType' | 'value' | 'comment' | 'metadata'>;
type Target = Pick<SpanScore, 'traceId' | 'spanId' | 'sessionId'>;

const MAX_NAME = 200;
const MAX_LABEL = 256;
const MAX_TEXT = 10_000;
const MOST = 100;

/** A score with a label is a number; the label is kept beside it. Null if there is no result. */
function resultOf(
  score: Json | undefined,
  label: string,
  explanation: string,
  more: JsonObject | null,
): Found | null {
  const comment = explanation === '' ? null : cutText(explanation, MAX_TEXT);
  if (typeof score === 'number' && Number.isFinite(score)) {
    const metadata = label === '' ? more : { ...more, label: cutText(label, MAX_LABEL) };
    return { dataType: 'numeric', value: score, comment, metadata };
  }
  if (label !== '' && label.length <= MAX_LABEL && !/\p{Cc}/u.test(label))
    return { dataType: 'categorical', value: label, comment, metadata: more };
  const text = cutText(label || explanation, MAX_TEXT);
  return text === ''
    ? null
    : { dataType: 'text', value: text, comment: label === '' ? null : comment, metadata: more };
}

const idOf = (parts: readonly Json[]): string => `otel-${hash('sha256', JSON.stringify(parts)).slice(0, 32)}`;

/** Null for any other event, and for one without a result. */
export function scoreOfEvent(
  { traceId, spanId }: { traceId: string; spanId: string },
  { name: event, timeMs, attributes }: SpanEvent,
): SpanScore | null {
  if (event !== EVALUATION) return null;
  const name = textOf(attributes, 'gen_ai.evaluation.name').trim();
  const score = attributes.get('gen_ai.evaluation.score.value');
  const label = textOf(attributes, 'gen_ai.evaluation.score.label');
  const response = textOf(attributes, 'gen_ai.response.id');
  const more = response === '' ? null : { responseId: response };
  const found = resultOf(score, label, textOf(attributes, 'gen_ai.evaluation.explanation'), more);
  if (name === '' || found === null) return null;
  return {
    id: idOf([traceId, spanId, name, timeMs, score ?? null, label]),
    name: cutText(name, MAX_NAME),
    ...found,
    source: null,
    traceId,
    spanId,
    atMs: timeMs,
  };
}

const SOURCES: Readonly<Record<string, SpanScore['source']>> = { LLM: 'judge', CODE: 'rule', HUMAN: 'human' };

/** `trace.annotations.0.annotation.name`: both words mean the same. */
const KEY = /^(?:(trace|session)\.)?(annotations|evaluations)\.(\d{1,4})\.(?:annotation|evaluation)\.(\w+)$/;

interface Feedback {
  scope: 'span' | 'trace' | 'session';
  fields: Attributes;
}

export function scoresInSpan(span: Span): readonly SpanScore[] {
  const feedback = feedbackIn(span.attributes);
  if (feedback === null && span.events.length === 0) return NONE;
  const scores = new Map<string, SpanScore>();
  const keep = (score: SpanScore | null): void => {
    if (score && scores.size < MOST) scores.set(score.id, score);
  };
  for (const event of span.events) keep(scoreOfEvent(span, event));
  for (const { scope, fields } of feedback ?? []) {
    const target = targetOf(scope, span);
    if (target) keep(feedbackScore(scope, target, span, fields));
  }
  return [...scores.values()];
}

const NONE: readonly never[] = [];

function feedbackIn(attributes: Attributes): Iterable<Feedback> | null {
  let found: Map<string, Feedback> | undefined;
  attributes.forEach((value, key) => {
    if (
      !MAY_BE_FEEDBACK.has(key.charCodeAt(0)) ||
      !/^(?:trace\.|session\.)?(?:annotation|evaluation)s\./.test(key)
    )
      return;
    const [, scope = 'span', word = '', at = '', field = ''] = KEY.exec(key) ?? [];
    if (field === '') return;
    found ??= new Map();
    found
      .getOrInsertComputed(`${scope} ${word} ${at}`, () => ({
        scope: scope as Feedback['scope'],
        fields: new Map(),
      }))
      .fields.set(field, value);
  });
  return found?.values() ?? null;
}

/** `a`, `e`, `t` and `s`: nearly no other attribute of a call is compared with the pattern. */
const MAY_BE_FEEDBACK: ReadonlySet<number> = new Set(
  ['a', 'e', 't', 's'].map((letter) => letter.charCodeAt(0)),
);

/** Feedback after the fact is on a span of its own, with a link to the span that it is about. */
function targetOf(scope: Feedback['scope'], span: Span): Target | null {
  if (scope === 'session') {
    const sessionId =
      textOf(span.attributes, 'session.id') || textOf(span.attributes, 'gen_ai.conversation.id');
    return sessionId === '' ? null : { sessionId };
  }
  const { traceId, spanId } = span.link ?? span;
  return scope === 'trace' ? { traceId } : { traceId, spanId };
}

function feedbackScore(
  scope: Feedback['scope'],
  target: Target,
  span: Span,
  fields: Attributes,
): SpanScore | null {
  const name = textOf(fields, 'name').trim();
  const label = textOf(fields, 'label');
  const identifier = textOf(fields, 'identifier');
  const metadata = parsed(fields.get('metadata') ?? null);
  const found = resultOf(
    fields.get('score'),
    label,
    textOf(fields, 'explanation'),
    isObject(metadata) ? metadata : null,
  );
  if (name === '' || found === null) return null;
  const kind = textOf(fields, 'annotator_kind');
  const about = [target.traceId ?? '', target.spanId ?? '', target.sessionId ?? ''];
  // Without an identifier of its own, it is known by the span that carries it and by what it says.
  const distinct = identifier === '' ? [span.traceId, span.spanId, found.value, kind] : [identifier];
  return {
    id: idOf([scope, ...about, name, ...distinct]),
    name: cutText(name, MAX_NAME),
    ...found,
    source: SOURCES[kind] ?? null,
    ...target,
    atMs: span.endMs || span.startMs,
  };
}

const textOf = (attributes: Attributes, key: string): string => {
  const value = attributes.get(key);
  return typeof value === 'string' ? value : '';
};
