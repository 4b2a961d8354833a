// Annotations of Phoenix clients become scores. One is identified by its name, what it is about, and its
// identifier, so sending it again replaces it.
import type { Context } from '#core/context';
import type { ScoreDraft } from '#features/scores';
import type { JsonObject } from '#records';
import { fixedId } from '../draft-span.ts';
import { storeScores } from '../store-scores.ts';

export type AnnotationTarget = 'span' | 'trace' | 'session' | 'document';

export interface PhoenixAnnotation {
  span_id?: string;
  trace_id?: string;
  session_id?: string;
  document_position?: number;
  name: string;
  annotator_kind?: string | null;
  result?: {
    label?: string | null;
    score?: number | null;
    explanation?: string | null;
  } | null;
  metadata?: Record<string, unknown> | null;
  identifier?: string | null;
}

const SOURCES: Readonly<Record<string, ScoreDraft['source']>> = {
  LLM: 'judge',
  CODE: 'rule',
  HUMAN: 'human',
};

export async function receiveAnnotations(
  ctx: Context,
  target: AnnotationTarget,
  annotations: readonly PhoenixAnnotation[],
): Promise<{ data: { id: string }[] }> {
  const drafts = annotations.map((annotation) => draftOf(target, annotation));
  const ids = await storeScores(ctx, drafts, (index) => `data[${index}]`);
  return { data: ids.map((id) => ({ id })) };
}

function draftOf(target: AnnotationTarget, annotation: PhoenixAnnotation): ScoreDraft {
  const { name, identifier, document_position: position = '' } = annotation;
  const about = targetOf(target, annotation);
  return {
    id: `phoenix-${fixedId(target, name, about.id, String(position), identifier ?? '')}`,
    name,
    source: SOURCES[annotation.annotator_kind ?? ''] ?? null,
    [about.field]: about.id,
    ...valueOf(annotation),
  };
}

function targetOf(
  target: AnnotationTarget,
  sent: PhoenixAnnotation,
): { field: 'spanId' | 'traceId' | 'sessionId'; id: string } {
  if (target === 'trace') return { field: 'traceId', id: hexId(sent.trace_id) };
  if (target === 'session') return { field: 'sessionId', id: sent.session_id ?? '' };
  return { field: 'spanId', id: hexId(sent.span_id) };
}

/** Ids of OpenTelemetry are stored in lower case. */
const hexId = (id = ''): string => id.trim().toLowerCase();

const LONGEST_LABEL = 256;

/** A score with a label is a number; the label is kept beside it. */
function valueOf({
  result,
  metadata,
  document_position: position,
}: PhoenixAnnotation): Omit<ScoreDraft, 'name'> {
  const label = result?.label ?? null;
  const explanation = result?.explanation ?? null;
  const score = result?.score ?? null;
  const more: Record<string, unknown> = { ...metadata };
  if (typeof position === 'number') more['document_position'] = position;
  if (score !== null && label !== null) more['label'] = label;
  const kept = Object.keys(more).length === 0 ? {} : { metadata: more as JsonObject };
  if (score !== null) return { value: score, dataType: 'numeric', comment: explanation, ...kept };
  const isLabel = label !== null && label.length <= LONGEST_LABEL && !label.includes('\n');
  if (isLabel) return { value: label, dataType: 'categorical', comment: explanation, ...kept };
  return {
    value: label ?? explanation ?? '',
    dataType: 'text',
    comment: label === null ? null : explanation,
    ...kept,
  };
}
