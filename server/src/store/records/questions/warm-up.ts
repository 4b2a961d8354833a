// The first questions after a start find the engine cold: marks and indexes of the parts are on disk, threads have not been
// started. The commonest questions are asked once beside the rest of the start, so that nobody waits for it.
import type { RecordsEngine } from '../engine/engine.ts';
import { aggregate, getCall, getTrace, listCalls, type Scope } from './index.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const PAGE = 50;
const SPANS = 500;

export async function warmUp(engine: RecordsEngine, nowMs: number): Promise<void> {
  const scope = await someScope(engine);
  const newest = { order: { by: 'timestamp', descending: true }, after: null, limit: PAGE } as const;
  const [first] = await listCalls(engine, scope, {}, newest);
  await getCall(engine, scope, first?.call.id ?? '');
  await getTrace(engine, scope, first?.call.traceId ?? '', SPANS);
  const window = { startMs: nowMs - DAYS * DAY_MS, endMs: nowMs };
  await aggregate(engine, scope, window, { axis: 'model', metric: 'cost' });
}

/** An account that has calls: parts hold calls of all accounts, so what is read for one serves every other. */
async function someScope(engine: RecordsEngine): Promise<Scope> {
  const [found] = await engine.query<{ account: number }>('SELECT account FROM calls LIMIT 1');
  return { account: found?.account ?? 0, project: null, sinceMs: 0 };
}
