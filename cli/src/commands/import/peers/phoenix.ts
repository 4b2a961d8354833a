// Phoenix: spans of a project in the form of OTLP, and their annotations.
import { asString, fieldsIn, type Fields } from '../../../service/read.ts';
import { seenOf } from '../files/otlp.ts';
import type { SourcePosition } from '../source.ts';
import type { ImportRules } from '../tally.ts';
import { isFields } from '../../../service/read.ts';
import { listIn, type PeerApi } from './api.ts';
import { packed, type DraftParcel, type PeerPage, type PeerRows, type TimeRange } from './peer-source.ts';

const PAGE = 500;
const SPANS_ASKED = 100;

export async function* phoenixPages(
  api: PeerApi,
  project: string,
  { from, to }: TimeRange,
  start: SourcePosition | null,
): AsyncGenerator<PeerPage> {
  if (start?.['done'] === true) return;
  const path = `/v1/projects/${encodeURIComponent(project)}`;
  let cursor = asString(start?.['cursor']) ?? undefined;
  for (;;) {
    const answer = await api.get(`${path}/spans/otlpv1`, {
      cursor,
      limit: PAGE,
      start_time: from,
      end_time: to,
    });
    const spans = listIn(answer, 'data');
    cursor = (isFields(answer) ? asString(answer['next_cursor']) : null) ?? undefined;
    const rows = [...spans, ...(await annotationsOf(api, path, spans))];
    yield { rows, next: cursor === undefined ? { done: true } : { cursor }, share: null };
    if (cursor === undefined) return;
  }
}

async function annotationsOf(api: PeerApi, path: string, spans: readonly Fields[]): Promise<Fields[]> {
  const ids = spans.flatMap((span) => asString(span['span_id'] ?? span['spanId']) ?? []);
  const found: Fields[] = [];
  for (let at = 0; at < ids.length; at += SPANS_ASKED) {
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams([
        ...ids.slice(at, at + SPANS_ASKED).map((id) => ['span_ids', id]),
        ['limit', '1000'],
        ...(cursor === undefined ? [] : [['cursor', cursor]]),
      ]);
      const answer = await api.get(`${path}/span_annotations?${query.toString()}`);
      found.push(...listIn(answer, 'data'));
      cursor = (isFields(answer) ? asString(answer['next_cursor']) : null) ?? undefined;
    } while (cursor !== undefined);
  }
  return found;
}

const isAnnotation = (row: Fields): boolean => 'annotator_kind' in row || 'result' in row;

/** `project` becomes the project here, unless one is chosen. */
export const phoenixRows = (project: string): PeerRows => ({
  parcelsOf: (rows, rules) => [
    ...spanParcels(
      rows.filter((row) => !isAnnotation(row)),
      project,
      rules,
    ),
    ...annotationParcels(rows.filter(isAnnotation)),
  ],
});

const MAX_SPANS = 500;

function spanParcels(spans: readonly Fields[], project: string, rules: ImportRules): DraftParcel[] {
  const items = spans.map((span) => ({
    json: JSON.stringify(span),
    note: (tally: DraftParcel['tally']) =>
      tally.note(seenOf(span, asString(span['span_id'] ?? span['spanId']) ?? ''), rules),
  }));
  const resource = JSON.stringify({
    attributes: [{ key: 'openinference.project.name', value: { stringValue: project } }],
  });
  return packed(items, MAX_SPANS, (list) => ({
    path: '/otel/v1/traces',
    body: `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{"scope":{"name":"phoenix"},"spans":[${list}]}]}]}`,
  }));
}

function annotationParcels(rows: readonly Fields[]): DraftParcel[] {
  const items = fieldsIn(rows).map(({ span_id, name, annotator_kind, result, metadata, identifier }) => ({
    json: JSON.stringify({ span_id, name, annotator_kind, result, metadata, identifier }),
    note: (tally: DraftParcel['tally']) => void (tally.scores += 1),
  }));
  return packed(items, MAX_SPANS, (list) => ({ path: '/v1/span_annotations', body: `{"data":[${list}]}` }));
}
