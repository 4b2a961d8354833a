// A score of ours in Langfuse's words: the form of /v2/scores, and that of /v3/scores with its groups of
// fields.
import { Type } from 'typebox';
import type { ShownScore } from '#features/scores';

const SOURCES: Readonly<Record<ShownScore['source'], string>> = {
  api: 'API',
  human: 'ANNOTATION',
  judge: 'EVAL',
  rule: 'EVAL',
};

const coreOf = (score: ShownScore, projectId: string) => ({
  id: score.id,
  projectId,
  name: score.name,
  source: SOURCES[score.source],
  dataType: score.dataType.toUpperCase(),
  timestamp: score.createdAt,
  createdAt: score.createdAt,
  updatedAt: score.createdAt,
  environment: environmentOf(score),
});

const environmentOf = ({ metadata }: ShownScore): string =>
  typeof metadata?.['environment'] === 'string' ? metadata['environment'] : 'default';

/** A call that was not sent by Langfuse has no span of its own name. */
const observationOf = ({ spanId, callId }: ShownScore): string | null => spanId ?? callId;

export const secondForm = (score: ShownScore, projectId: string) => ({
  ...coreOf(score, projectId),
  traceId: score.traceId,
  observationId: observationOf(score),
  sessionId: score.sessionId,
  datasetRunId: score.runId,
  authorUserId: null,
  comment: score.comment,
  metadata: score.metadata ?? {},
  configId: null,
  queueId: null,
  ...secondValue(score),
});

/** Categories and texts are 0 beside their text. Null: the text was not stored without consent. */
function secondValue({ dataType, value }: ShownScore): { value: number; stringValue?: string } {
  if (dataType === 'boolean')
    return { value: value === true ? 1 : 0, stringValue: value === true ? 'True' : 'False' };
  if (typeof value === 'number') return { value };
  return { value: 0, stringValue: typeof value === 'string' ? value : '' };
}

export const FIELD_GROUPS = ['details', 'subject', 'annotation'] as const;

export const thirdForm = (score: ShownScore, projectId: string, groups: ReadonlySet<string>) => ({
  ...coreOf(score, projectId),
  value: score.value ?? '',
  ...(groups.has('details')
    ? { comment: score.comment, configId: null, metadata: score.metadata ?? {} }
    : {}),
  ...(groups.has('subject') ? { subject: subjectOf(score) } : {}),
  ...(groups.has('annotation') ? { authorUserId: null, queueId: null } : {}),
});

function subjectOf(score: ShownScore): { kind: string; id: string; traceId?: string } {
  const observation = observationOf(score);
  if (observation !== null)
    return {
      kind: 'observation',
      id: observation,
      ...(score.traceId === null ? {} : { traceId: score.traceId }),
    };
  if (score.traceId !== null) return { kind: 'trace', id: score.traceId };
  if (score.sessionId !== null) return { kind: 'session', id: score.sessionId };
  return { kind: 'experiment', id: score.runId ?? '' };
}

export const LangfuseScore = Type.Object({ id: Type.String(), name: Type.String(), dataType: Type.String() });
