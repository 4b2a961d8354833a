// Records of a project and what the service finds in them, with the mark of the project in every text.
import { randomBytes } from 'node:crypto';
import { isoTime } from '#lib/clock';
import { newId } from '#lib/ids';
import { nextNumber } from '#metadata';
import type { Caller, TestAccount, TestApp } from '#test/support/app';
import { sampleRecord } from '#test/support/sample-records';
import { exportOf, inference } from '#test/support/sample-spans';

export async function made(by: Caller, method: string, path: string, body?: object) {
  const reply = await by.call(method, path, body);
  if (reply.statusCode >= 300) throw new Error(`${method} ${path}: ${reply.statusCode} ${reply.body}`);
  return reply.json();
}

export async function sendCalls(
  { services: { clock } }: TestApp,
  bound: Caller,
  mark: string,
  costUsd: number,
) {
  const now = clock.now();
  const call = {
    model: `${mark}-model`,
    costUsd,
    tags: { env: `${mark}-env` },
    sessionId: `${mark}-session`,
    requestMeta: {
      input: `${mark}-input hello`,
      output: `${mark}-output`,
      userId: `${mark}-user`,
      promptName: 'greeting',
      promptVersion: '1',
    },
  };
  const records = Array.from({ length: 4 }, (_, at) =>
    sampleRecord({
      ...call,
      id: `${mark}-call-${at}`,
      timestamp: isoTime(now - 60_000 - at),
      traceId: `${mark}-trace-${at % 2}`,
      spanId: `${mark}-span-${at}`,
      ...(at === 3 ? { error: `${mark}-error` } : {}),
    }),
  );
  await made(bound, 'POST', '/v1/ingest', { records });
  // As an exporter sends it: a span of another project that claims to be its child must not turn it into an
  // observation.
  const span = {
    ...inference({ 'gen_ai.usage.cost': costUsd, 'custom.mark': `${mark}-attribute` }, now - 30_000),
    traceId: randomBytes(16).toString('hex'),
  };
  const unpriced = inference({ 'gen_ai.request.model': `${mark}-unpriced` }, now - 20_000);
  await made(bound, 'POST', '/v1/traces', exportOf([span, unpriced]));
  return {
    calls: `${mark}-call-0`,
    trace: span.traceId,
    session: `${mark}-session`,
    span: span.spanId,
  };
}

/** What the service finds after days of traffic. */
export async function notice(
  { services }: TestApp,
  account: TestAccount,
  { projectId, mark }: { projectId: string; mark: string },
  callId: string,
) {
  const now = services.clock.now();
  const number = (await services.accounts.get(account.id))?.projects.get(projectId)?.number ?? 0;
  const about = {
    account_id: account.id,
    project_id: projectId,
    fingerprint: mark,
    title: `${mark}-title`,
    detail: `${mark}-detail`,
    evidence: JSON.stringify({ callIds: [callId], traceIds: [], values: {} }),
    created_at: now,
    updated_at: now,
  };
  const [findings, proposals] = [newId('finding'), newId('proposal')];
  const assessment = await services.metadata.transaction(async (db) => {
    await db
      .insertInto('guardian_findings')
      .values({
        ...about,
        id: findings,
        number: await nextNumber(db, 'test_findings'),
        kind: 'tool_loop',
        cause: mark,
        severity: 'high',
        tally: '[]',
        status: 'open',
        status_at: null,
        first_seen_at: now,
        last_seen_at: now,
        count: 1,
      })
      .execute();
    await db
      .insertInto('proposals')
      .values({
        ...about,
        id: proposals,
        kind: 'cheaper_model',
        saving_micros: 1,
        confidence: 1,
        weight: 1,
        status: 'open',
        decided_weight: null,
        decided_by: null,
        comment: null,
      })
      .execute();
    const id = await nextNumber(db, 'safety_assessments');
    await db
      .insertInto('safety_assessments')
      .values({
        id,
        account_id: account.id,
        project_number: number,
        call_id: callId,
        call_timestamp: now - 60_000,
        classifier_id: 'moderation:test',
        source: 'background',
        labels: JSON.stringify([`${mark}-category`]),
        flagged: 1,
        score: 0.9,
        reasoning: `${mark}-reasoning`,
        figures: JSON.stringify({ code: 'not_flagged', values: {} }),
        created_at: now,
      })
      .execute();
    return id;
  });
  return { findings, proposals, 'safety-assessments': assessment };
}
