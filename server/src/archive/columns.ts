// The columns of the exported tables. What has no fixed form is JSON. An import reads them by these names (read-rows.ts).
import type { ParquetColumn } from '#lib/parquet-file';
import type { Content } from '#core/content/content';
import { callColumns, presentCall, type Call } from '#features/query';
import type { ShownScore } from '#features/scores';
import type { DayCall, ObservationRecord, TokenUsage } from '#records';

export interface CallDataRow {
  call: Call;
  usage: TokenUsage;
  priceSource: string;
  projectId: string | null;
  content: Content | null;
}

export const callDataRow = (
  { call, priceSource }: DayCall,
  projectId: string | null,
  content: Content | null,
): CallDataRow => ({ call: presentCall(call), usage: call.usage, priceSource, projectId, content });

export interface ObservationDataRow {
  observation: ObservationRecord;
  projectId: string | null;
  content: Content | null;
}

export interface ScoreDataRow {
  score: ShownScore;
  projectId: string | null;
}

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

const text = <Row>(name: string, value: (row: Row) => string | null): ParquetColumn<Row> => ({
  name,
  kind: 'text',
  isOptional: true,
  value,
});

const needed = <Row>(
  name: string,
  kind: ParquetColumn<Row>['kind'],
  value: (row: Row) => unknown,
): ParquetColumn<Row> => ({ name, kind, value });

const ofProject = <Row extends { projectId: string | null }>() =>
  text<Row>('projectId', ({ projectId }) => projectId);

/** The parts of content that most people look for have their own columns. */
const callContent: readonly ParquetColumn<CallDataRow>[] = [
  text('input', ({ content }) => json(content?.input)),
  text('output', ({ content }) => json(content?.output)),
  text('content', ({ content }) => {
    const { input: _input, output: _output, ...others } = content ?? {};
    return Object.keys(others).length === 0 ? null : json(others);
  }),
];

export const callDataColumns = (withContent: boolean): ParquetColumn<CallDataRow>[] => [
  ...callColumns<CallDataRow>(({ call }) => call),
  needed('cachedTokens', 'number', ({ usage }) => usage.cacheRead),
  needed('cacheWriteTokens', 'number', ({ usage }) => usage.cacheWrite),
  needed('reasoningTokens', 'number', ({ usage }) => usage.reasoning),
  needed('audioTokens', 'number', ({ usage }) => usage.audio),
  needed('priceSource', 'text', ({ priceSource }) => priceSource),
  ofProject(),
  ...(withContent ? callContent : []),
];

export const observationDataColumns = (withContent: boolean): ParquetColumn<ObservationDataRow>[] => [
  needed('id', 'text', ({ observation }) => observation.id),
  needed('type', 'text', ({ observation }) => observation.type),
  needed('name', 'text', ({ observation }) => observation.name),
  needed('timestamp', 'time', ({ observation }) => observation.timestampMs),
  needed('durationMs', 'number', ({ observation }) => observation.durationMs),
  text('error', ({ observation }) => observation.error),
  needed('traceId', 'text', ({ observation }) => observation.traceId),
  needed('spanId', 'text', ({ observation }) => observation.spanId),
  text('parentSpanId', ({ observation }) => observation.parentSpanId),
  text('sessionId', ({ observation }) => observation.sessionId),
  text('tool', ({ observation }) => observation.tool || null),
  text('operation', ({ observation }) => observation.operation || null),
  ...(['userId', 'agent', 'release', 'environment', 'service', 'mcpServer'] as const).map((name) =>
    text<ObservationDataRow>(name, ({ observation }) => observation.labels[name] || null),
  ),
  needed('tags', 'map', ({ observation }) => observation.tags),
  text('attributes', ({ observation }) => json(observation.attributes)),
  ofProject(),
  ...(withContent ? [text<ObservationDataRow>('content', ({ content }) => json(content))] : []),
];

type ScoreText = {
  [Name in keyof ShownScore]: ShownScore[Name] extends string | null ? Name : never;
}[keyof ShownScore];

const ofScore = (name: ScoreText): ParquetColumn<ScoreDataRow> => text(name, ({ score }) => score[name]);

/** The value has a column for each kind; exactly one is filled, or none if the text is left out. */
export const scoreDataColumns = (withContent: boolean): ParquetColumn<ScoreDataRow>[] => [
  needed('id', 'text', ({ score }) => score.id),
  needed('name', 'text', ({ score }) => score.name),
  needed('dataType', 'text', ({ score }) => score.dataType),
  {
    ...needed<ScoreDataRow>('number', 'number', ({ score: { value } }) =>
      typeof value === 'string' || value === null ? null : Number(value),
    ),
    isOptional: true,
  },
  text('label', ({ score }) => (score.dataType === 'categorical' ? asText(score.value) : null)),
  needed('source', 'text', ({ score }) => score.source),
  ...(['callId', 'traceId', 'spanId', 'sessionId', 'runId'] as const).map(ofScore),
  needed('createdAt', 'time', ({ score }) => Date.parse(score.createdAt)),
  ofProject(),
  ...(withContent
    ? [
        text<ScoreDataRow>('text', ({ score }) => (score.dataType === 'text' ? asText(score.value) : null)),
        ofScore('comment'),
        text<ScoreDataRow>('metadata', ({ score }) => json(score.metadata)),
      ]
    : []),
];

const asText = (value: ShownScore['value']): string | null => (value === null ? null : String(value));
