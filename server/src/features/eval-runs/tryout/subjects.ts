// What a criterion is tested on: calls, whole traces, items of a dataset, or texts from the request.
import { invalid, notFound, unknownId } from '#lib/app-error';
import type { Context } from '#core/context';
import { selectStoredDataset } from '#features/eval-datasets';
import { selectCall, selectCalls, type CallRecord, type JsonObject, type ReadCall } from '#records';
import { callPages, filterOf, scopeOf, withContent, withPrompts } from '#services/record-access';
import { noExpectedOutput, textCall, type Criterion, type LoadedCall } from '#services/scores';
import { MAX_TRIED, type CriterionSample, type CriterionTest } from './schemas.ts';

interface TestSubject {
  callId: string | null;
  traceId: string | null;
  itemId: number | null;
  expectedOutput: string | null;
  loaded: LoadedCall;
}

interface StoredTexts {
  id: number;
  inputText: string;
  expectedOutput: string | null;
  sourceCallId: string | null;
}

/** Enough to find ten traces or sessions, unless they are very long. */
const CALLS_OF_RUNS = 200;
const WAYS = ['callIds', 'traceIds', 'filter', 'datasetId', 'samples'] as const;

/** Throws a 404 for what does not exist or is not visible, and a 400 for what the criterion cannot score. */
export async function testSubjects(
  ctx: Context,
  { scope }: Pick<Criterion, 'scope'>,
  test: CriterionTest,
): Promise<TestSubject[]> {
  const [way, second] = WAYS.filter((name) => test[name] !== undefined);
  if (second !== undefined) throw invalid(second, `Send one of ${WAYS.join(', ')}, not several.`);
  if (scope !== 'call' && (way === 'datasetId' || way === 'samples'))
    throw invalid(
      way,
      'The criterion is about whole traces or sessions: test it on stored calls.',
      'trajectory_criterion',
    );
  if (scope !== 'trajectory' && way === 'traceIds')
    throw invalid(way, 'The criterion is not about whole traces: test it on calls.', 'call_criterion');
  const limit = test.limit ?? MAX_TRIED;
  if (test.samples) return test.samples.map(subjectOfSample);
  if (test.datasetId !== undefined) return subjectsOfDataset(ctx, test.datasetId, limit);
  const found = test.callIds
    ? await callsById(ctx, test.callIds)
    : test.traceIds
      ? await newestOfTraces(ctx, test.traceIds)
      : await newestCalls(ctx, test.filter ?? {}, scope === 'call' ? limit : CALLS_OF_RUNS);
  return opened(ctx, scope === 'call' ? found : oneOfEach(found, scope).slice(0, limit), scope);
}

const callsById = (ctx: Context, ids: readonly string[]): Promise<ReadCall[]> =>
  Promise.all(
    ids.map(async (id, at) => {
      const found = await ctx.records.ask(scopeOf(ctx), selectCall(id));
      if (!found) throw unknownId(`callIds.${at}`, 'Call not found.');
      return found;
    }),
  );

const newestOfTraces = (ctx: Context, ids: readonly string[]): Promise<ReadCall[]> =>
  Promise.all(
    ids.map(async (traceId, at) => {
      const found = await newestCallOf(ctx, traceId);
      if (!found) throw unknownId(`traceIds.${at}`, 'There is no trace with this id that has calls.');
      return found;
    }),
  );

/** A score of a whole trace is attached to its newest call. */
export async function newestCallOf(ctx: Context, traceId: string): Promise<ReadCall | null> {
  const newest = { order: { by: 'timestamp', descending: true }, after: null, limit: 1 } as const;
  const [call] = await ctx.records.ask(scopeOf(ctx), selectCalls({ traceId, includeEvalRuns: true }, newest));
  return call ?? null;
}

async function newestCalls(
  ctx: Context,
  filter: NonNullable<CriterionTest['filter']>,
  limit: number,
): Promise<ReadCall[]> {
  const wanted = await withPrompts(ctx, filterOf(filter));
  const found: ReadCall[] = [];
  for await (const calls of callPages(ctx.records, scopeOf(ctx), wanted, limit)) found.push(...calls);
  return found;
}

/** The newest call of each; calls without a trace or session stay, and say so when they are scored. */
function oneOfEach(calls: readonly ReadCall[], scope: Criterion['scope']): ReadCall[] {
  const seen = new Set<string>();
  return calls.filter(({ call: { traceId, sessionId } }) => {
    const run = scope === 'session' ? sessionId : traceId;
    if (run === null) return true;
    if (seen.has(run)) return false;
    seen.add(run);
    return true;
  });
}

async function opened(
  ctx: Context,
  calls: readonly ReadCall[],
  scope: Criterion['scope'],
): Promise<TestSubject[]> {
  const records = await withContent(
    ctx,
    calls.map(({ call: record, hasContent }) => ({ record, hasContent })),
  );
  return records.map((call) => ({
    callId: call.id,
    traceId: scope === 'trajectory' ? call.traceId : null,
    itemId: null,
    expectedOutput: null,
    loaded: { call, missing: null },
  }));
}

/**
 * An item that was made from a call is scored by what the model answered then, if that is still stored.
 * Another item is scored by its expected output: a good criterion accepts it.
 */
async function subjectsOfDataset(ctx: Context, id: number, limit: number): Promise<TestSubject[]> {
  const stored = await selectStoredDataset(ctx, id);
  if (!stored) throw notFound('Dataset');
  const items = stored.items.filter(({ facts }) => facts?.archived !== true).slice(0, limit);
  return Promise.all(items.map((item) => subjectOfItem(ctx, item)));
}

async function subjectOfItem(
  ctx: Context,
  { id: itemId, inputText, expectedOutput, sourceCallId }: StoredTexts,
): Promise<TestSubject> {
  const about = { traceId: null, itemId, expectedOutput };
  const call = sourceCallId === null ? null : await answeredCall(ctx, sourceCallId);
  if (call) return { ...about, callId: call.id, loaded: { call, missing: null } };
  const loaded: LoadedCall =
    expectedOutput === null
      ? noExpectedOutput()
      : { call: callOfTexts({ input: inputText, output: expectedOutput }, []), missing: null };
  return { ...about, callId: null, loaded };
}

async function answeredCall(ctx: Context, id: string): Promise<CallRecord | null> {
  const found = await ctx.records.ask(scopeOf(ctx), selectCall(id));
  if (!found) return null;
  const [call] = await withContent(ctx, [{ record: found.call, hasContent: found.hasContent }]);
  const output = call?.requestMeta?.['output'];
  return call && output !== undefined && output !== null ? call : null;
}

const subjectOfSample = ({
  input,
  output,
  expectedOutput,
  toolCalls = [],
}: CriterionSample): TestSubject => ({
  callId: null,
  traceId: null,
  itemId: null,
  expectedOutput: expectedOutput ?? null,
  loaded: {
    call: callOfTexts({ ...(input === undefined ? {} : { input }), output }, toolCalls as JsonObject[]),
    missing: null,
  },
});

const callOfTexts = (requestMeta: JsonObject, toolCalls: JsonObject[]): CallRecord =>
  textCall({
    id: 'sample',
    timestampMs: 0,
    toolCalls: toolCalls.length === 0 ? null : toolCalls,
    requestMeta,
  });
