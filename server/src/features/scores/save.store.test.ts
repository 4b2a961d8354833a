// Saves drafts from other parts of the service, with one result for each.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#core/context';
import { saveScores, type SavedScore, type ScoreDraft, type ScoreRejection } from '#features/scores';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { updateScorePlace } from './store.ts';

const clock = new FakeClock(Date.now());
let app: TestApp;
let account: TestAccount;

beforeAll(async () => {
  app = await makeTestApp({ clock });
  account = await app.account();
});
afterAll(() => app.stop());

async function contextIn(projectId: string | null): Promise<Context> {
  const { services } = app;
  const known = await services.accounts.get(account.id);
  if (!known) throw new Error('There is no account.');
  const project = projectId === null ? null : (known.projects.get(projectId) ?? null);
  const actor = { type: 'key', id: 'key_1', scopes: null };
  return { ...services, db: services.metadata.reader, account: known, project, actor } as Context;
}

const rowOf = (id: string) =>
  app.services.metadata.reader
    .selectFrom('scores')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

it('a score that was replaced while its record was sought keeps the new place', async () => {
  const draft = { id: 'moving', name: 'quality', value: 1 };
  await saveScores(await contextIn(account.projectId), [{ ...draft, spanId: 'span-1' }]);
  const before = await rowOf('moving');
  clock.advance(1_000);
  await saveScores(await contextIn(account.projectId), [{ ...draft, spanId: 'span-2' }]);
  const place = { call_id: 'call-of-span-1', trace_id: 'trace-1', locate_at: null };
  const { metadata } = app.services;
  expect(await metadata.transaction((db) => updateScorePlace(db, before, place))).toBe(false);
  const after = await rowOf('moving');
  expect(after).toMatchObject({ span_id: 'span-2', call_id: null, trace_id: null });
  expect(after.locate_at).toBeGreaterThan(clock.now());
});

describe('scores of other clients', () => {
  it('are accepted or rejected one by one, in the order of the drafts', async () => {
    const drafts: ScoreDraft[] = [
      { id: 'langfuse', name: 'quality', value: 1, traceId: 't', spanId: 's' },
      { id: 'langsmith', name: 'correctness', value: 0.5, spanId: 'run-7', comment: 'So so' },
      { name: 'nothing it is about', value: 1 },
      { id: 'session', name: 'mood', value: 'good', sessionId: 'x' },
    ];
    const saved: SavedScore[] = await saveScores(await contextIn(account.projectId), drafts);
    const rejection: ScoreRejection = {
      id: null,
      code: 'field_rule',
      field: 'callId',
      reason: 'One of callId, traceId, spanId, sessionId, runId is needed.',
    };
    expect(saved).toEqual([
      { ok: true, id: 'langfuse', textDropped: false },
      { ok: true, id: 'langsmith', textDropped: true },
      { ok: false, ...rejection },
      { ok: true, id: 'session', textDropped: false },
    ]);
    expect(await rowOf('langfuse')).toMatchObject({ call_id: 't-s', trace_id: 't', span_id: 's' });
    expect(await rowOf('langsmith')).toMatchObject({ call_id: null, trace_id: null, span_id: 'run-7' });
    expect((await rowOf('langsmith')).locate_at).toBeGreaterThan(app.services.clock.now());
    expect(await rowOf('session')).toMatchObject({ locate_at: null, any_project: 0, source: 'api' });
  });

  it('without a project wait for the project of their record', async () => {
    await saveScores(await contextIn(null), [{ id: 'anywhere', name: 'a', value: 1, traceId: 't' }]);
    expect(await rowOf('anywhere')).toMatchObject({ any_project: 1, locate_at: expect.any(Number) });
  });

  it('that are not valid are reported, whatever they are', async () => {
    const ctx = await contextIn(null);
    const odd = [null, 7, 'x', [], { scores: [] }, { name: {}, value: [] }];
    expect((await saveScores(ctx, odd)).map(({ ok }) => ok)).toEqual(odd.map(() => false));
    expect(await saveScores(ctx, [])).toEqual([]);
  });
});
