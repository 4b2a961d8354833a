// The first questions after a start find a cold engine: marks and indexes of the parts are on disk, and
// threads are not started yet. The service asks the most common questions once while the rest starts, so that
// no user waits for it.
import { DAY_MS } from '#lib/clock';
import type { RecordsEngine } from '../engine/engine.ts';
import { selectAggregate } from './aggregate.ts';
import { selectCall } from './call.ts';
import { selectCalls } from './calls.ts';
import { wholeAccount, type Scope } from './scope.ts';
import { selectTrace } from './trace.ts';

const DAYS = 30;
const PAGE = 50;
const SPANS = 500;

export async function warmUp(engine: RecordsEngine, nowMs: number): Promise<void> {
  const scope = await someScope(engine);
  const newest = { order: { by: 'timestamp', descending: true }, after: null, limit: PAGE } as const;
  const [first] = await selectCalls({}, newest).run(engine, scope);
  await selectCall(first?.call.id ?? '').run(engine, scope);
  await selectTrace(first?.call.traceId ?? '', SPANS).run(engine, scope);
  const window = { startMs: nowMs - DAYS * DAY_MS, endMs: nowMs };
  await selectAggregate(window, { axis: 'model', metric: 'cost' }).run(engine, scope);
}

/** Any account with calls. Parts hold calls of all accounts, so reading for one warms the engine for all. */
async function someScope(engine: RecordsEngine): Promise<Scope> {
  const [found] = await engine.query<{ account: number }>('SELECT account FROM calls LIMIT 1');
  return wholeAccount(found?.account ?? 0);
}
