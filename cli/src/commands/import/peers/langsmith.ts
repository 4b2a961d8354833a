// LangSmith: runs and feedback of its interface, and files of runs. They go to the service as its clients
// send them.
import { asFinite, asString, isFields, type Fields } from '../../../service/read.ts';
import { wrongInput } from '../../../service/fault.ts';
import { timeMsOf } from '../files/times.ts';
import type { SourcePosition } from '../source.ts';
import type { ImportRules } from '../tally.ts';
import { listIn, recordIn, type PeerApi } from './api.ts';
import { packed, type DraftParcel, type PeerPage, type PeerRows, type TimeRange } from './peer-source.ts';

const PAGE = 100;
const MAX_RUNS = 100;

const SELECT = [
  'id',
  'trace_id',
  'parent_run_id',
  'dotted_order',
  'name',
  'run_type',
  'start_time',
  'end_time',
  'first_token_time',
  'inputs',
  'outputs',
  'error',
  'extra',
  'tags',
  'session_id',
  'reference_example_id',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'total_cost',
  'prompt_token_details',
  'completion_token_details',
  'feedback_stats',
];

/** Projects of the source by name, or all. */
export async function langsmithProjects(
  api: PeerApi,
  name: string | undefined,
): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const rows = listIn(await api.get('/api/v1/sessions', { name, limit: PAGE, offset }), 'sessions');
    for (const row of rows) {
      const [id, called] = [asString(row['id']), asString(row['name'])];
      if (id !== null && called !== null) found.push({ id, name: called });
    }
    if (rows.length < PAGE) break;
  }
  if (found.length === 0)
    throw wrongInput('source_not_found', `LangSmith has no project${name === undefined ? '' : ` ${name}`}.`);
  return found;
}

export async function* langsmithPages(
  api: PeerApi,
  projects: readonly { id: string; name: string }[],
  { from, to }: TimeRange,
  start: SourcePosition | null,
): AsyncGenerator<PeerPage> {
  const first = asFinite(start?.['project']) ?? 0;
  for (const [at, project] of projects.entries()) {
    if (at < first) continue;
    let cursor = at === first ? (asString(start?.['cursor']) ?? undefined) : undefined;
    for (;;) {
      const answer = await api.post('/api/v1/runs/query', {
        session: [project.id],
        ...(from === undefined ? {} : { start_time: from }),
        end_time: to,
        select: SELECT,
        order: 'asc',
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      });
      const runs = listIn(answer, 'runs');
      const cursors = isFields(answer) && isFields(answer['cursors']) ? answer['cursors'] : {};
      cursor = asString(cursors['next']) ?? undefined;
      const feedback = await feedbackOf(api, runs);
      const rows = [...runs.map((run) => ({ ...run, session_name: project.name })), ...feedback];
      const next = cursor === undefined ? { project: at + 1 } : { project: at, cursor };
      if (rows.length > 0) yield { rows, next, share: (at + shareOf(runs, from, to)) / projects.length };
      if (cursor === undefined || runs.length === 0) break;
    }
  }
}

function shareOf(runs: readonly Fields[], from: string | undefined, to: string): number {
  const [at, first, last] = [timeMsOf(runs.at(-1)?.['start_time']), timeMsOf(from), timeMsOf(to)];
  return at === null || first === null || last === null || last <= first ? 0 : (at - first) / (last - first);
}

/** Only runs that say they have feedback are asked about. */
async function feedbackOf(api: PeerApi, runs: readonly Fields[]): Promise<Fields[]> {
  const ids = runs
    .filter(({ feedback_stats: stats }) => isFields(stats) && Object.keys(stats).length > 0)
    .flatMap(({ id }) => asString(id) ?? []);
  if (ids.length === 0) return [];
  const found: Fields[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const query = new URLSearchParams([
      ...ids.map((id) => ['run', id]),
      ['limit', String(PAGE)],
      ['offset', String(offset)],
    ]);
    const rows = listIn(await api.get(`/api/v1/feedback?${query.toString()}`), 'feedback');
    found.push(...rows);
    if (rows.length < PAGE) return found;
  }
}

const isFeedback = (row: Fields): boolean => 'key' in row && 'run_id' in row;

export const langsmithRows: PeerRows = {
  parcelsOf: (rows, rules) => [
    ...runParcels(
      rows.filter((row) => !isFeedback(row)),
      rules,
    ),
    ...rows.filter(isFeedback).flatMap(feedbackParcel),
  ],
};

function runParcels(rows: readonly Fields[], rules: ImportRules): DraftParcel[] {
  const items = rows.flatMap((row) => {
    const id = asString(row['id']);
    if (id === null) return [];
    return [
      {
        json: JSON.stringify(runOf(row)),
        note: (tally: DraftParcel['tally']) =>
          tally.note(
            {
              timeMs: timeMsOf(row['start_time']),
              // A chain's cost is that of its model calls.
              costUsd: row['run_type'] === 'llm' ? costOf(row) : null,
              hasContent: isFields(row['inputs']) && Object.keys(row['inputs']).length > 0,
              id,
            },
            rules,
          ),
      },
    ];
  });
  return packed(items, MAX_RUNS, (list) => ({ path: '/runs/batch', body: `{"post":[${list}],"patch":[]}` }));
}

const costOf = (row: Fields): number | null => {
  const { total_cost: cost } = row;
  return asFinite(typeof cost === 'string' && cost !== '' ? Number(cost) : cost);
};

/** The counts that LangSmith keeps beside a run go to the place where its clients put them. */
export function runOf(row: Fields): Fields {
  const extra = recordIn(row['extra']);
  const metadata = recordIn(extra['metadata']);
  const cost = costOf(row);
  const [input, output] = [asFinite(row['prompt_tokens']), asFinite(row['completion_tokens'])];
  const known = recordIn(metadata['usage_metadata'] ?? recordIn(row['outputs'])['usage_metadata']);
  const usage = {
    ...(row['run_type'] === 'llm' && input !== null && output !== null
      ? {
          input_tokens: input,
          output_tokens: output,
          total_tokens: asFinite(row['total_tokens']) ?? input + output,
        }
      : {}),
    ...(isFields(row['prompt_token_details']) ? { input_token_details: row['prompt_token_details'] } : {}),
    ...(isFields(row['completion_token_details'])
      ? { output_token_details: row['completion_token_details'] }
      : {}),
    ...known,
    ...(row['run_type'] === 'llm' && cost !== null && cost > 0 ? { total_cost: cost } : {}),
  };
  const outputs = recordIn(row['outputs']);
  const { first_token_time: firstToken, feedback_stats: _stats, ...run } = row;
  const hasUsage = Object.keys(usage).length > 0;
  return {
    ...run,
    inputs: recordIn(row['inputs']),
    // The mapper takes the usage of the outputs first.
    outputs:
      hasUsage && isFields(outputs['usage_metadata']) ? { ...outputs, usage_metadata: usage } : outputs,
    extra: { ...extra, metadata: { ...metadata, ...(hasUsage ? { usage_metadata: usage } : {}) } },
    // A run that never ended would wait for its end.
    end_time: row['end_time'] ?? row['start_time'],
    ...(firstToken === undefined || firstToken === null
      ? {}
      : { events: [{ name: 'new_token', time: firstToken }] }),
  };
}

function feedbackParcel(row: Fields): DraftParcel[] {
  const { id, run_id, trace_id, key, score, value, comment, correction, feedback_source } = row;
  const text = JSON.stringify({
    id,
    run_id,
    trace_id,
    key,
    score,
    value,
    comment,
    correction,
    feedback_source,
  });
  const items = [{ json: text, note: (tally: DraftParcel['tally']) => void (tally.scores += 1) }];
  return packed(items, 1, (body) => ({ path: '/feedback', body }));
}
